-- Games at which no person is present are looked at after all others. Nodes of the release before write no value: such a game counts as one with people.
ALTER TABLE "game_wakes" ADD COLUMN "bots_only" BOOLEAN NOT NULL DEFAULT false;
