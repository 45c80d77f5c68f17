-- The whole database: people, tables, and the log of games.
-- schema.prisma says what each column means; a test compares the two.

-- People and bots -----------------------------------------------------------------------------------------------

CREATE TABLE "players" (
    "id"          UUID           NOT NULL,
    "name"        TEXT           NOT NULL,
    "kind"        TEXT           NOT NULL,
    "owner_id"    UUID,
    "accept_from" TEXT,
    "level"       TEXT,
    "locale"      TEXT,
    "created_at"  TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "erased_at"   TIMESTAMPTZ(3),

    CONSTRAINT "players_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "players_owner_id_fkey" FOREIGN KEY ("owner_id")
        REFERENCES "players" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX "players_owner_id_idx" ON "players" ("owner_id");

CREATE TABLE "refresh_tokens" (
    "id"           UUID           NOT NULL,
    "family_id"    UUID           NOT NULL,
    "player_id"    UUID           NOT NULL,
    "hash"         BYTEA          NOT NULL,
    "created_at"   TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at"   TIMESTAMPTZ(3) NOT NULL,
    "used_at"      TIMESTAMPTZ(3),
    "successor_id" UUID,
    "revoked_at"   TIMESTAMPTZ(3),

    CONSTRAINT "refresh_tokens_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "refresh_tokens_player_id_fkey" FOREIGN KEY ("player_id")
        REFERENCES "players" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "refresh_tokens_hash_key" ON "refresh_tokens" ("hash");
CREATE INDEX "refresh_tokens_family_id_idx" ON "refresh_tokens" ("family_id");
CREATE INDEX "refresh_tokens_player_id_idx" ON "refresh_tokens" ("player_id");

CREATE TABLE "bot_tokens" (
    "id"         UUID           NOT NULL,
    "player_id"  UUID           NOT NULL,
    "hash"       BYTEA          NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "bot_tokens_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "bot_tokens_player_id_fkey" FOREIGN KEY ("player_id")
        REFERENCES "players" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "bot_tokens_hash_key" ON "bot_tokens" ("hash");
CREATE INDEX "bot_tokens_player_id_idx" ON "bot_tokens" ("player_id");

CREATE TABLE "signing_keys" (
    "kid"            TEXT           NOT NULL,
    "public_jwk"     JSONB          NOT NULL,
    "sealed_private" BYTEA          NOT NULL,
    "created_at"     TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired_at"     TIMESTAMPTZ(3),

    CONSTRAINT "signing_keys_pkey" PRIMARY KEY ("kid")
);

CREATE TABLE "game_seeds" (
    "game_id"    UUID           NOT NULL,
    "sealed"     BYTEA          NOT NULL,
    "commitment" TEXT           NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "game_seeds_pkey" PRIMARY KEY ("game_id")
);

-- The lobby -----------------------------------------------------------------------------------------------------

CREATE TABLE "lobby_tables" (
    "id"            UUID           NOT NULL,
    "version"       INTEGER        NOT NULL DEFAULT 1,
    "name"          TEXT,
    "state"         TEXT           NOT NULL DEFAULT 'open',
    "visibility"    TEXT           NOT NULL,
    "host_id"       UUID           NOT NULL,
    "ruleset"       JSONB          NOT NULL,
    "clock"         JSONB          NOT NULL,
    "spectators"    BOOLEAN        NOT NULL DEFAULT true,
    "delay_seconds" INTEGER        NOT NULL DEFAULT 0,
    "keep_classes"  BOOLEAN        NOT NULL DEFAULT false,
    "invite_code"   TEXT           NOT NULL,
    "next_game_id"  UUID,
    "game_id"       UUID,
    "past_game_ids" UUID[]         DEFAULT ARRAY[]::UUID[],
    "created_at"    TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at"    TIMESTAMPTZ(3),

    CONSTRAINT "lobby_tables_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "lobby_tables_invite_code_key" ON "lobby_tables" ("invite_code");
CREATE UNIQUE INDEX "lobby_tables_next_game_id_key" ON "lobby_tables" ("next_game_id");
CREATE UNIQUE INDEX "lobby_tables_game_id_key" ON "lobby_tables" ("game_id");
CREATE INDEX "lobby_tables_state_visibility_created_at_idx" ON "lobby_tables" ("state", "visibility", "created_at");

CREATE TABLE "table_seats" (
    "table_id"  UUID    NOT NULL,
    "seat"      INTEGER NOT NULL,
    "player_id" UUID    NOT NULL,
    "state"     TEXT    NOT NULL,
    "ready"     BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "table_seats_pkey" PRIMARY KEY ("table_id", "seat"),
    CONSTRAINT "table_seats_table_id_fkey" FOREIGN KEY ("table_id")
        REFERENCES "lobby_tables" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "table_seats_player_id_fkey" FOREIGN KEY ("player_id")
        REFERENCES "players" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "table_seats_table_id_player_id_key" ON "table_seats" ("table_id", "player_id");
CREATE INDEX "table_seats_player_id_idx" ON "table_seats" ("player_id");

CREATE TABLE "invitations" (
    "id"         UUID           NOT NULL,
    "table_id"   UUID           NOT NULL,
    "from_id"    UUID           NOT NULL,
    "for_id"     UUID           NOT NULL,
    "state"      TEXT           NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "invitations_table_id_fkey" FOREIGN KEY ("table_id")
        REFERENCES "lobby_tables" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "invitations_for_id_state_idx" ON "invitations" ("for_id", "state");
CREATE INDEX "invitations_table_id_idx" ON "invitations" ("table_id");

CREATE TABLE "game_players" (
    "game_id"    UUID           NOT NULL,
    "player_id"  UUID           NOT NULL,
    "seat"       INTEGER        NOT NULL,
    "table_id"   UUID           NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at"   TIMESTAMPTZ(3),

    CONSTRAINT "game_players_pkey" PRIMARY KEY ("game_id", "player_id")
);
CREATE INDEX "game_players_player_id_ended_at_idx" ON "game_players" ("player_id", "ended_at");

-- The log of games ----------------------------------------------------------------------------------------------

-- One row for each event. The primary key is the lock that makes a stale writer fail; the unique index makes a command
-- count once (events after the first of a step have no key, and nulls are distinct).
CREATE TABLE "game_events" (
    "game_id"     UUID           NOT NULL,
    "version"     INTEGER        NOT NULL,
    "step"        INTEGER        NOT NULL,
    "at"          TIMESTAMPTZ(3) NOT NULL,
    "type"        TEXT           NOT NULL,
    "body"        JSON           NOT NULL,
    "actor"       TEXT,
    "key"         TEXT,
    "fingerprint" TEXT,

    CONSTRAINT "game_events_pkey" PRIMARY KEY ("game_id", "version")
);
CREATE UNIQUE INDEX "game_events_game_id_actor_key_key" ON "game_events" ("game_id", "actor", "key");

-- What happened stays. Only the role that moves finished games to cold storage may delete; it need not exist.
CREATE FUNCTION "refuse_changed_events"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND current_user = 'dalmuti_archive' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'game_events is append-only: % refused', TG_OP
        USING ERRCODE = 'restrict_violation',
              HINT = 'Only the role dalmuti_archive may delete, and nobody may change, what happened in a game.';
END
$$;
CREATE TRIGGER "game_events_append_only"
    BEFORE UPDATE OR DELETE OR TRUNCATE ON "game_events"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_changed_events"();

CREATE TABLE "game_snapshots" (
    "game_id"       UUID           NOT NULL,
    "version"       INTEGER        NOT NULL,
    "state_version" INTEGER        NOT NULL,
    "state"         JSON           NOT NULL,
    "created_at"    TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "game_snapshots_pkey" PRIMARY KEY ("game_id")
);

-- Every step of a live game updates its row. Half-filled pages and no index on "due" keep that update inside its page,
-- without a new index entry; a sweep reads the whole small table.
CREATE TABLE "game_wakes" (
    "game_id"      UUID           NOT NULL,
    "version"      INTEGER        NOT NULL,
    "reason"       TEXT           NOT NULL,
    "due"          TIMESTAMPTZ(3) NOT NULL,
    "leased_until" TIMESTAMPTZ(3),

    CONSTRAINT "game_wakes_pkey" PRIMARY KEY ("game_id")
) WITH (fillfactor = 50);
