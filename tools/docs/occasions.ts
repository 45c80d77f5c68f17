/** When each problem comes; ERRORS.md says it, and no code goes without. */
import type { ServiceCode } from '../../src/http/problem.ts';
import type { RejectionCode } from '../../src/rules/rejections.ts';

export const SERVICE_OCCASIONS = {
  invalid_request:
    'A parameter, a header, a frame or the body is not what the contract asks for, or what arrived cannot be read as a request.',
  token_missing: 'A call that needs a player came without `Authorization`, and a stream without a ticket as well.',
  token_invalid: '`Authorization` is not `Bearer <token>`, or the token is none of this service.',
  token_unsigned: 'The token is a JWT whose header names another algorithm than EdDSA, or none.',
  token_signature_invalid: 'The token is a JWT that no present key of this service has signed.',
  token_audience_wrong: 'The token was signed here but made for another use, or for another service.',
  token_expired: 'The time of an access token, a refresh token or a ticket is up.',
  token_revoked: 'The login was ended, the bot has a newer token or was removed, or the player was erased.',
  token_reused:
    'A refresh token was exchanged before, longer ago than a lost answer explains: the whole login is ended.',
  oidc_malformed: 'What was sent to `POST /v1/tokens/exchange` is no signed JWT.',
  oidc_issuer_unknown: 'Its `iss` is not an issuer that the operator lists.',
  oidc_signature_invalid: 'None of the issuer’s keys has signed it, or it was signed in a way that is not taken.',
  oidc_audience_wrong: 'Its `aud` is not an audience that the operator lists.',
  oidc_claims_unusable: 'A claim is missing or of no use, or the token is of another kind or bound to a key.',
  oidc_expired: 'Its `exp` has passed, or it was made more than ten minutes ago.',
  oidc_not_yet_valid: 'Its `nbf` or `iat` is in the future, by more than 30 seconds.',
  player_banned: 'The operator has banned the player.',
  scope_missing: 'The token is good, but does not have the scope that the contract names beside the call.',
  forbidden:
    'You can see it, but only the host or the owner may do it, or it is not possible now, or you have as many of it as a player may have.',
  guests_refused: 'The operator admits no guests, no further guests, or only those who know a code.',
  not_found: 'Nothing has this address or id, or you may not know of it.',
  method_not_allowed: 'The address exists, but takes other methods; `Allow` lists them.',
  identity_conflict:
    'A log-in of an issuer leads to one player, and the token sent along is of another one who cannot be left.',
  version_conflict: 'The question that the command answers, by its `expectedVersion`, is over.',
  game_not_over: 'A replay was asked for while the game goes on.',
  table_playing: 'The table plays a game, and what was asked for is done before a game or after it.',
  table_closed:
    'The table is closed: its game is over and the time for a rematch is up, its host closed it, or nothing happened at it for too long.',
  table_full: 'All seats are taken or promised.',
  not_seated: 'You hold no seat at the table, or no player holds the seat that was named.',
  not_ready: 'The host starts the game, and a seated player is not ready.',
  too_few_players: 'The host begins, and fewer are seated than the ruleset asks for.',
  invitation_lapsed: 'The invitation was answered or withdrawn, or two minutes have gone by.',
  already_matched: 'A ticket was to be cancelled after its match had been made.',
  too_many_topics: 'A socket subscribes to one topic more than `maxTopics` of `welcome`.',
  too_many_games:
    'A start or a match came while the host, or all hosts at one address, had as many running games as the operator allows.',
  too_many_tables:
    'A table was opened, or opened again, while the host, or all hosts at one address, had as many open ones as the operator allows.',
  payload_too_large: 'The body has more than 64 KiB.',
  unsupported_media_type: 'The body is sent as something else than `application/json`.',
  idempotency_key_reused: 'The key was sent before in this game, by the same player, with another body.',
  device_code_refused: 'The code is wrong, was used, or is older than ten minutes; which of them is not told.',
  ruleset_refused:
    'An option is unknown, has a value that is not played yet, or does not go together with another one.',
  upgrade_required: '`/v1/stream` was asked for without the handshake of a WebSocket.',
  rate_limited: 'More requests came than the limit named in `limit` allows.',
  internal: 'A bug or something broken here; the log has it under the `requestId`.',
  unavailable:
    'The database or an issuer did not answer in time, the node has too much to do or is stopping, or it does not know an event of the game yet.',
} as const satisfies Record<ServiceCode, string>;

export const RULE_OCCASIONS = {
  E_PHASE: 'The command belongs to another phase than the present one.',
  E_PLAYER: 'The sender holds no seat, or was not dealt in.',
  E_OUT: 'The sender has played their last card in this hand.',
  E_LOCKED: 'Under `play.passLock`: the sender has passed in this trick.',
  E_BANNED: 'A Twirling Wedgie has named the sender in this trick.',
  E_NOT_YOUR_TURN: 'Another seat has the turn.',
  E_EMPTY: 'A play names no card.',
  E_NOT_OWNED: 'A card is named that is not in the hand, or more often than it is there.',
  E_MIXED: 'Natural cards of more than one rank are played together.',
  E_SINGLE_ONLY: 'A card that is only played alone is played with others.',
  E_JESTER_PAIR: 'Two Jesters are played alone where the ruleset forbids it.',
  E_DECLARE:
    'Wild cards alone come without a rank or with one that they cannot have, or natural cards with another rank than theirs.',
  E_TARGET: 'A target is missing, is named for cards that need none, or holds no cards.',
  E_COUNT: 'The set has another number of cards than the one that leads the trick.',
  E_RANK: 'The set is not better than the best one of the trick.',
  E_LEAD_PASS: 'The leader passes.',
  E_TAX_ROLE: 'The sender has nothing to choose in this taxation.',
  E_TAX_DONE: 'The sender has chosen already.',
  E_TAX_COUNT: 'More or fewer cards are given than are due.',
  E_TAX_WILD: 'A wild card is given where the ruleset does not let it go.',
  E_TAX_NOT_BEST: 'A Peon pays with other cards than their best.',
  E_OPTION_OFF: 'The command belongs to an option that the ruleset has switched off.',
  E_MEX_ROLE: 'Another seat decides the Merchant exchange.',
  E_MEX_TARGET: 'The partner named is no other Merchant.',
  E_REV_NOT_ELIGIBLE: 'A player who was not dealt both Jesters calls a revolution.',
  E_REV_ALREADY: 'The sender has answered in this window.',
  E_JOIN_ROLE: 'A player who is not the Greater Dalmuti of the coming hand places newcomers.',
  E_POSITION: 'The place is not one of `placement.above`, or `order` does not name the newcomers once each.',
  E_TABLE_FULL: 'A player sits down in a running game that has as many players as it may.',
} as const satisfies Record<RejectionCode, string>;
