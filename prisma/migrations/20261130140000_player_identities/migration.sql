-- Whom the subjects of other issuers lead to: "sub" of their tokens, as OIDC has it unique within its issuer.
CREATE TABLE "player_identities" (
    "issuer"       TEXT           NOT NULL,
    "subject"      TEXT           NOT NULL,
    "player_id"    UUID           NOT NULL,
    "created_at"   TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "player_identities_pkey" PRIMARY KEY ("issuer", "subject"),
    CONSTRAINT "player_identities_player_id_fkey" FOREIGN KEY ("player_id")
        REFERENCES "players" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "player_identities_player_id_idx" ON "player_identities" ("player_id");
