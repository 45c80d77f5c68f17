-- How much later than players others learn of a game: of its beginning, its end and its result.
ALTER TABLE "game_players" ADD COLUMN "delay_seconds" INTEGER NOT NULL DEFAULT 0;
