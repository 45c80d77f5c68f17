/** The contract's shapes, those that the rules have too under a name of their own: `WireView` is what travels, `View` what the rules keep. */
import type {
  Command,
  EventsFrame,
  InboxFrame,
  LobbyFrame,
  PresenceFrame,
  SnapshotFrame,
  TableFrame,
} from './contract.ts';

export type {
  ClientFrame,
  EventsFrame,
  Inbox,
  Invitation,
  Player as WirePlayer,
  PresenceFrame,
  Problem,
  /** An event as one viewer receives it. */
  PublicEvent as WireEvent,
  ServerFrame,
  Table,
  View as WireView,
  You as WireYou,
} from './contract.ts';

/** What comes on a topic. */
export type TopicFrame = SnapshotFrame | EventsFrame | PresenceFrame | TableFrame | InboxFrame | LobbyFrame;

/** A command as it is sent. `expectedVersion` refuses it when the question that it answers was put later. */
export type WireCommand = Command & { readonly expectedVersion?: number };
