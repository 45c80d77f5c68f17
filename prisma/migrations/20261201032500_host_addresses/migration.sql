-- A keyed hash of the address that a table was opened or last started from, for as long as the table counts against a cap.
ALTER TABLE "lobby_tables" ADD COLUMN "host_address" BYTEA;
ALTER TABLE "match_tickets" ADD COLUMN "address" BYTEA;

-- Caps count the tables of a host, and those of an address.
CREATE INDEX "lobby_tables_host_id_state_idx" ON "lobby_tables" ("host_id", "state");
CREATE INDEX "lobby_tables_host_address_idx" ON "lobby_tables" ("host_address");
