-- The longest reign as Greater Dalmuti of a player in a finished game, for histories; null for games that ended before.
ALTER TABLE "game_players" ADD COLUMN "longest_reign" INTEGER;
