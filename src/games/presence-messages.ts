/** What nodes tell each other of one game's followers, on that game's channel. */
import { z } from 'zod';

const AnnouncementSchema = z.object({
  node: z.string().max(64),
  /** `here` is everything that the node has, and replaces what it said before. */
  full: z.boolean(),
  /** Other nodes are to say what they have. */
  asks: z.boolean(),
  here: z.array(z.string().max(64)),
  gone: z.array(z.string().max(64)),
});

export type Announcement = Readonly<z.infer<typeof AnnouncementSchema>>;

export function writeAnnouncement(said: Announcement): string {
  return JSON.stringify(said);
}

/** Whether the node itself has sent a message; looks at its beginning alone. */
export function isFrom(node: string, text: string): boolean {
  return text.startsWith(`{"node":${JSON.stringify(node)},`);
}

/** @returns `null` for a message of another shape or size: a hint, and a release to come may have another */
export function readAnnouncement(text: string, maxPlayers: number): Announcement | null {
  // An id has 36 characters; with quotation marks and comma, twice.
  if (text.length > 200 + maxPlayers * 80) return null;
  try {
    const read = AnnouncementSchema.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
