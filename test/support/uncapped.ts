/** Settings under which one host at one address may have any number of tables and games: tests share one address. */
export const UNCAPPED = {
  MAX_GAMES_PER_HOST: '100000',
  MAX_BOT_GAMES_PER_HOST: '100000',
  MAX_TABLES_PER_HOST: '100000',
  MAX_GAMES_PER_ADDRESS: '100000',
  MAX_BOT_GAMES_PER_ADDRESS: '100000',
  MAX_TABLES_PER_ADDRESS: '100000',
  MAX_BOT_GAME_HANDS: '1000',
  BOT_GAME_DELAY_MS: '0',
} as const;
