-- Keeping order: bans, who may administer, and what was done.
ALTER TABLE "players"
    ADD COLUMN "banned_at"  TIMESTAMPTZ(3),
    ADD COLUMN "ban_reason" TEXT;

CREATE TABLE "admin_scopes" (
    "player_id"  UUID           NOT NULL,
    "scope"      TEXT           NOT NULL,
    "granted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "admin_scopes_pkey" PRIMARY KEY ("player_id", "scope"),
    CONSTRAINT "admin_scopes_player_id_fkey" FOREIGN KEY ("player_id")
        REFERENCES "players" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "admin_audit" (
    "id"      UUID           NOT NULL,
    "at"      TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor"   UUID           NOT NULL,
    "action"  TEXT           NOT NULL,
    "subject" UUID           NOT NULL,
    "details" JSONB          NOT NULL,

    CONSTRAINT "admin_audit_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "admin_audit_subject_idx" ON "admin_audit" ("subject");

CREATE FUNCTION "refuse_changed_audit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'admin_audit is append-only: % refused', TG_OP
        USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER "admin_audit_append_only"
    BEFORE UPDATE OR DELETE OR TRUNCATE ON "admin_audit"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_changed_audit"();

-- Whoever has the service's secret acts as this player, who has no login and is nobody's guest.
INSERT INTO "players" ("id", "name", "kind")
VALUES ('00000000-0000-7000-8000-000000000001', 'Operator', 'account');
