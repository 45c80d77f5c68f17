-- What a player's history tells of a game without reading its log; nothing where the row is of a release before.
ALTER TABLE "game_players"
    ADD COLUMN "preset" TEXT,
    ADD COLUMN "listed" BOOLEAN,
    ADD COLUMN "rank"   INTEGER,
    ADD COLUMN "total"  INTEGER;
CREATE INDEX "game_players_player_id_started_at_game_id_idx" ON "game_players" ("player_id", "started_at", "game_id");

-- Tables never change their ruleset nor who may find them, so those that are here still tell it of their games.
UPDATE "game_players" AS "played"
   SET "preset" = "table"."ruleset" ->> 'preset',
       "listed" = "table"."visibility" = 'public' AND "table"."spectators"
  FROM "lobby_tables" AS "table"
 WHERE "table"."id" = "played"."table_id";
