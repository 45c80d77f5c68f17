/** What a client does about each problem; ERRORS.md says it, and no code goes without. */
import type { ServiceCode } from '../../src/http/problem.ts';
import type { RejectionCode } from '../../src/rules/rejections.ts';

export const SERVICE_ADVICE = {
  invalid_request: 'Correct what `errors` points at. Sending it again unchanged gives the same answer.',
  token_missing: 'Send `Authorization: Bearer …`. `POST /v1/guests` gives a token.',
  token_invalid: 'It is not one of this service, or was changed. Sign in again.',
  token_unsigned: 'Its header names another algorithm than EdDSA, or none at all. Sign in again.',
  token_signature_invalid: 'It is of another service or was changed, or its key was retired. Sign in again.',
  token_audience_wrong:
    'Look which service and which use it was made for: a stream ticket opens its one stream, an access token nothing of another service.',
  token_expired: 'Exchange the refresh token for a new pair, then repeat the request.',
  token_reused:
    'Another client has used it before you, or you have used it twice: the login has been ended for both. Sign in again.',
  token_revoked: 'Sign in again; a bot asks its owner for a new token.',
  oidc_malformed: 'Send the ID token, or an access token that is a JWT, as the issuer gave it.',
  oidc_issuer_unknown: 'Ask the operator which issuers are listed. `iss` must be the same to the letter.',
  oidc_signature_invalid:
    'Log in at the issuer again. If its keys have just changed, repeat it after half a minute; if it stays, the operator has to look at its keys and algorithms.',
  oidc_audience_wrong: 'Ask the issuer for a token for this service: the operator knows which audience is listed.',
  oidc_claims_unusable:
    'Send an ID token or a plain access token with `sub`, `exp` and `iat`. `detail` says what is missing.',
  oidc_expired:
    'Log in at the issuer again and exchange the token at once: ten minutes after it was made it is too old.',
  oidc_not_yet_valid: 'Log in at the issuer again. If it stays, the clock of the issuer or of this service is wrong.',
  player_banned: 'Ask the operator. A new token does not help, nor does one for their bots.',
  scope_missing: 'Use a token that has the scope named in `requiredScope`.',
  forbidden: 'Do not repeat it: another player must do it, or you have reached a limit. `detail` says which.',
  guests_refused: 'Ask the operator for the code and send it as `code`, or log in with an account.',
  not_found: 'Look at the address. What you may not see answers exactly like what does not exist.',
  method_not_allowed: 'Use a method that the contract lists for this address.',
  identity_conflict:
    'Ask the person. To log in as the other player, repeat it without `Authorization`; the player sent along stays unchanged.',
  version_conflict:
    'Bring your view up to date, decide again, and send the new decision under a new key. `version` is the present one.',
  game_not_over: 'Ask again when the game has ended: an event `gameEnded` says so.',
  table_playing: 'Wait until the game is over, or take part in the game itself.',
  table_closed:
    'Wait for the rematch if its game has just ended: its host may open it again until `expiresAt`. Else look for another table or open one.',
  table_full: 'Wait for a seat, or look for another table.',
  not_seated: 'Take a seat first, or read the table again: the seat is empty.',
  not_ready: 'Wait until everybody at the table is ready, and start again.',
  too_few_players: 'Wait for more players or invite bots, and start again.',
  invitation_lapsed: 'It was answered, withdrawn or waited too long. Invite again.',
  already_matched: 'Play: `gameId` is the game, and it has begun. Send it `leave` if you do not want to.',
  too_many_topics: 'Unsubscribe from something first.',
  too_many_games:
    'Wait until one of the running games that `detail` counts ends, or end it, and repeat the call. The operator sets the caps.',
  too_many_tables: 'Close a table that you do not need (`POST /v1/tables/{id}/end`) and repeat the call.',
  payload_too_large: 'Send less: no request of the contract needs as much.',
  unsupported_media_type: 'Send JSON, with `Content-Type: application/json`.',
  idempotency_key_reused:
    'A key belongs to one request. Take a new one for each decision, the same one only to repeat it.',
  device_code_refused:
    'Type it again, or make another one where you are logged in: a code is good once and for ten minutes.',
  ruleset_refused: 'Correct the options that `errors` points at; `GET /v1/rulesets` lists what can be played.',
  upgrade_required: 'Open it with a WebSocket client.',
  rate_limited: 'Wait for as many seconds as `Retry-After` says, then repeat it.',
  internal: 'Repeat it once, under the same key. If it stays, tell the operator the `requestId`.',
  unavailable: 'Repeat it under the same key after `Retry-After`: what was done already is not done twice.',
} as const satisfies Record<ServiceCode, string>;

export const RULE_ADVICE = {
  E_PHASE: 'Look at the `phase` of your view for what is going on now.',
  E_PLAYER:
    'Only those who were dealt in may do this. A player who has sent leave takes their seat back by comeBack, while you.available names it.',
  E_OUT: 'Wait for the next hand.',
  E_LOCKED: 'Wait for the next trick.',
  E_BANNED: 'Nothing to do: you are passed automatically, and may play in the next trick.',
  E_NOT_YOUR_TURN: 'Wait for your turn.',
  E_EMPTY: 'Name the cards, or pass.',
  E_NOT_OWNED: 'Choose among the cards in your hand; your view may be behind.',
  E_MIXED: 'Play cards of one rank, with wild cards if you like.',
  E_SINGLE_ONLY: 'Play it without another card.',
  E_JESTER_PAIR: 'Play one of them, or both together with other cards.',
  E_DECLARE: 'Declare a rank from 1 to 10 for wild cards alone; next to a natural card, its rank or nothing.',
  E_TARGET: 'Name another player who still holds cards, and only with a card that needs one.',
  E_COUNT: 'Play as many cards as lie in the trick, or pass.',
  E_RANK: 'Play a strictly better rank, or pass.',
  E_LEAD_PASS: 'Play any set.',
  E_TAX_ROLE: 'Wait: others choose.',
  E_TAX_DONE: 'Wait: what was chosen is final.',
  E_TAX_COUNT: 'Choose as many cards as are due.',
  E_TAX_WILD: 'Choose other cards.',
  E_TAX_NOT_BEST: 'Give your best cards.',
  E_OPTION_OFF: 'Nothing to do: the ruleset of this table does not have it.',
  E_MEX_ROLE: 'Nothing to do: another seat decides it, or no seat does now.',
  E_MEX_TARGET: 'Choose another Merchant.',
  E_REV_NOT_ELIGIBLE: 'Let it pass: the right comes with the deal alone.',
  E_REV_ALREADY: 'Wait: an answer is final.',
  E_JOIN_ROLE: 'Wait for the choice of the Greater Dalmuti of the coming hand.',
  E_POSITION: 'Choose a place halfway: with an odd number of players there are two.',
  E_TABLE_FULL: 'Wait for a seat.',
} as const satisfies Record<RejectionCode, string>;
