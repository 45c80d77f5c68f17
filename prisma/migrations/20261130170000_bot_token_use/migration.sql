-- When a bot's token was last used, so that its owner sees which one nobody needs any more.
ALTER TABLE "bot_tokens" ADD COLUMN "last_used_at" TIMESTAMPTZ(3);
