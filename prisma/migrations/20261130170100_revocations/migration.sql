-- Written in the transaction that ends a token or a player; every node reads what is new once a second. Kept for two days.
CREATE TABLE "revocations" (
    "id"      UUID           NOT NULL,
    "subject" UUID           NOT NULL,
    "news"    TEXT           NOT NULL,
    "at"      TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "revocations_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "revocations_at_idx" ON "revocations" ("at");
