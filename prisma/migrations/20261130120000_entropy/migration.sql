-- What a player adds to the chance of the coming game when he sits down; nothing for those who sat before this release.
ALTER TABLE "table_seats" ADD COLUMN "entropy" TEXT;
