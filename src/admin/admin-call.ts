/** What routes for those who keep order have in common. */
import { z } from 'zod';

export const adminCall = { tag: 'Administration', auth: 'player', scope: 'admin', limit: 'admin' } as const;

/** Nobody on the way keeps what is not for everybody. */
export const noStore = { 'Cache-Control': 'no-store' };

export const pageQuery = {
  cursor: z.string().max(100).optional(),
  limit: z.int().min(1).max(100).default(50),
};
