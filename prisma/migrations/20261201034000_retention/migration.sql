-- When the row of a table that no longer plays is removed; null while it plays.
ALTER TABLE "lobby_tables" ADD COLUMN "remove_after" TIMESTAMPTZ(3);
UPDATE "lobby_tables" SET "remove_after" = coalesce("expires_at", now()) + interval '30 days' WHERE "state" <> 'playing';

-- Seeds of games that were never started and that no table can start any more.
DELETE FROM "game_seeds" AS seed
 WHERE NOT EXISTS (SELECT 1 FROM "game_events" WHERE "game_id" = seed."game_id")
   AND NOT EXISTS (SELECT 1 FROM "game_players" WHERE "game_id" = seed."game_id")
   AND NOT EXISTS (SELECT 1 FROM "lobby_tables" WHERE "next_game_id" = seed."game_id")
   AND NOT EXISTS (SELECT 1 FROM "lobby_tables" WHERE "game_id" = seed."game_id");

-- Each batch of a removal reads its own rows alone.
CREATE INDEX "lobby_tables_remove_after_idx" ON "lobby_tables" ("remove_after");
CREATE INDEX "lobby_tables_state_expires_at_idx" ON "lobby_tables" ("state", "expires_at");
CREATE INDEX "refresh_tokens_expires_at_idx" ON "refresh_tokens" ("expires_at");
CREATE INDEX "bot_tokens_revoked_at_idx" ON "bot_tokens" ("revoked_at");
CREATE INDEX "device_codes_expires_at_idx" ON "device_codes" ("expires_at");
CREATE INDEX "invitations_expires_at_idx" ON "invitations" ("expires_at");
CREATE INDEX "match_tickets_settled_at_idx" ON "match_tickets" ("settled_at");

-- Caps: open invitations of one sender, waiting tickets of one address.
CREATE INDEX "invitations_from_id_state_idx" ON "invitations" ("from_id", "state");
CREATE INDEX "match_tickets_address_idx" ON "match_tickets" ("address");

-- The list of tables, newest first.
CREATE INDEX "lobby_tables_state_visibility_id_idx" ON "lobby_tables" ("state", "visibility", "id");
