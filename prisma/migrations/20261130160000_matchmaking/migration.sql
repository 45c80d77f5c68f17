-- Wishes to play with whoever wants the same. A person waits with at most one.
CREATE TABLE "match_tickets" (
    "id"                 UUID           NOT NULL,
    "player_id"          UUID           NOT NULL,
    "preset"             TEXT           NOT NULL,
    "min_players"        INTEGER        NOT NULL,
    "max_players"        INTEGER        NOT NULL,
    "bots_after_seconds" INTEGER,
    "entropy"            TEXT,
    "state"              TEXT           NOT NULL DEFAULT 'waiting',
    "waiting_since"      TIMESTAMPTZ(3) NOT NULL,
    "expires_at"         TIMESTAMPTZ(3) NOT NULL,
    "settled_at"         TIMESTAMPTZ(3),
    "game_id"            UUID,
    "begun"              BOOLEAN        NOT NULL DEFAULT false,

    CONSTRAINT "match_tickets_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "match_tickets_player_id_fkey" FOREIGN KEY ("player_id")
        REFERENCES "players" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "match_tickets_waiting_player_id_key" ON "match_tickets" ("player_id") WHERE "state" = 'waiting';
CREATE INDEX "match_tickets_player_id_idx" ON "match_tickets" ("player_id");
CREATE INDEX "match_tickets_game_id_idx" ON "match_tickets" ("game_id");
CREATE INDEX "match_tickets_state_begun_idx" ON "match_tickets" ("state", "begun");
