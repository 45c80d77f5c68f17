-- Why an invitation was declined, and when: the host is told.
ALTER TABLE "invitations"
    ADD COLUMN "reason"      TEXT,
    ADD COLUMN "answered_at" TIMESTAMPTZ(3);

-- Whose seat the host has taken: only an invitation lets them in again.
CREATE TABLE "table_removals" (
    "table_id"   UUID           NOT NULL,
    "player_id"  UUID           NOT NULL,
    "removed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "table_removals_pkey" PRIMARY KEY ("table_id", "player_id"),
    CONSTRAINT "table_removals_table_id_fkey" FOREIGN KEY ("table_id") REFERENCES "lobby_tables" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
