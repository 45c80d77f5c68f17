-- The few events of a long game that proofs and the log of hands begin with. Most events are in no such index, so an append
-- of a move pays only for looking at its type.
CREATE INDEX "game_events_game_id_type_version_idx" ON "game_events" ("game_id", "type", "version")
    WHERE type IN ('gameStarted', 'newcomerArrived', 'newcomersPlaced', 'handEnded', 'handVoided');
