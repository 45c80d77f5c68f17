-- False between the start of a game and its first event in the log. A node of the release before leaves it true, and begins
-- such a game whenever its table is shown.
ALTER TABLE "lobby_tables" ADD COLUMN "begun" BOOLEAN NOT NULL DEFAULT true;
UPDATE "lobby_tables" SET "begun" = false
 WHERE "state" = 'playing' AND NOT EXISTS (SELECT 1 FROM "game_events" WHERE "game_id" = "lobby_tables"."game_id");

CREATE INDEX "lobby_tables_not_begun_idx" ON "lobby_tables" ("visibility") WHERE (begun = false);
