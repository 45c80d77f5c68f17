-- Codes with which a player comes in on a second device: short-lived, and removed when they are used.
CREATE TABLE "device_codes" (
    "id"         UUID           NOT NULL,
    "player_id"  UUID           NOT NULL,
    "hash"       BYTEA          NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "device_codes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "device_codes_player_id_fkey" FOREIGN KEY ("player_id")
        REFERENCES "players" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "device_codes_hash_key" ON "device_codes" ("hash");
CREATE INDEX "device_codes_player_id_idx" ON "device_codes" ("player_id");
