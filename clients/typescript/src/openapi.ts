// Made from the contract by generate.mjs; do not edit. `clients/typescript/check` says when it is stale.
export interface paths {
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process lives. */
        get: operations["get_health_live"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether an append would be written: the database answers, has this release's schema and room, takes writes, and is the one that was opened. On
         *     a server that only reads: whether reads are answered, and how far they are behind. */
        get: operations["get_health_ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Counters and durations, for Prometheus. Where keys guard the server, the operator alone reads them: an admin of the tenant `default`. */
        get: operations["get_metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/problems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All kinds of problem answers. */
        get: operations["get_problems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/problems/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a kind of problem means, and what to do about it. */
        get: operations["get_problem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What happened to the keys of this tenant, newest first: made, revoked, refused often. */
        get: operations["get_access"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/caller": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Says who asks: what the key in `Authorization` allows. */
        get: operations["get_caller"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All games' events in the order in which they were recorded, as an observer sees them. Ask again with `cursor`, now or next week: nothing is
         *     missed and nothing comes twice. Answered 410 (`log-restored`) where an older copy of the log was restored, which the cursor is not of. */
        get: operations["get_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All games' events as they are recorded. A client that comes back with the `id` of the last one as `Last-Event-ID` misses none and gets none
         *     twice; an `id` without an event comes first, for a client that has none yet. Where an older copy of the log was restored, an event `reset`
         *     comes first, and then all from the start of the log. */
        get: operations["get_events_stream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Games, newest first. */
        get: operations["get_games"];
        put?: never;
        /** Opens a game under an id that the server chooses. */
        post: operations["post_games"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One game. The head of its hash chain is shown to the referee only. */
        get: operations["get_game"];
        /** Opens a game under an id of the client's. Repeating it is safe: equal content is answered 200. */
        put: operations["put_game"];
        post?: never;
        /** Erases a game: the contents of all its events are gone, and its id answers 410 from then on. The log's chains verify as before. What
         *     the game settled about its players stays in their histories. With `If-Match` it is erased only at a revision that the header names. */
        delete: operations["delete_game"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Walks the game's hash chain as it stands in the database, and says which code its beliefs come from. */
        get: operations["get_game_audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/belief": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What an observer believes, now or as it was at any revision. */
        get: operations["get_game_belief"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/curve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How much an observer did not know after each event, and what each piece of evidence gained: the timeline in a few numbers an event. */
        get: operations["get_game_curve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The log as an observer sees it. An event whose whole content the observer may not see is `{revision, hidden: true}`. */
        get: operations["get_game_events"];
        put?: never;
        /** Appends one event or a list of them, all or nothing. With `observer`, the answer holds that observer's belief after
         *     them, and a refusal is written for that observer. */
        post: operations["post_game_events"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** New events as an observer sees them, as they are recorded. A client that comes back with the `id` of the last one as `Last-Event-ID` misses
         *     none and gets none twice; without `from`, an `id` without an event comes first, for a client that has none yet. Where the log does not hold
         *     that event any more, because an older copy of it was restored, an event `reset` comes first, and then all from revision 0 on. */
        get: operations["get_game_events_stream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What each event did to an observer's belief, and why each number is what it is. */
        get: operations["get_game_evidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/queries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answers a ruleset's own questions, in their order. */
        post: operations["post_game_queries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/retractions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes back every event of a game that one key reported: as one append where they are at most the server's `events_per_append`, and at most a million
         *     divided by the game's length; else as several, the newest events first, of which those before a refused one stand. Asked again, it takes back what was reported since. */
        post: operations["post_game_retractions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/seats/{seat}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a key for one seat of one game: whoever holds it appends what that seat did, and reads what that seat sees. */
        post: operations["post_game_seat_keys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/truth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was true after each event, as far as the whole log shows it: what beliefs can be held against. For who may look as the referee, in games of
         *     up to 5,000 events. */
        get: operations["get_game_truth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/turn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Appends events, all or nothing, and answers what is asked after them: the belief or some variables of it, questions and worlds, all at the
         *     revision of the last event. A refused request changes nothing; a question that this table has no answer to undoes no event, and is
         *     listed in `refused`. */
        post: operations["post_game_turn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/what-if": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The belief that would be: without some events, with others, under other parameters. Changes nothing, and is worked out
         *     for the observer who asks alone. Events that no longer fit are listed in `quarantined`. */
        post: operations["post_game_what_if"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/worlds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Draws whole worlds from an observer's belief. The same seed, revision and model give the same worlds, and world `i`
         *     depends on the seed and `i` alone. With `Accept: application/vnd.credence.worlds` they come as numbers, five times smaller and more, and several times faster to draw and to read: a line of
         *     JSON with `weighted`, `bytes` and `columns` (a variable of the belief each, with its values; what a world has beside them is left out); then, where `weighted`, a little-endian double for each
         *     world, its importance; then world after world the place of each column's value in its list, in `bytes` bytes (little-endian). */
        post: operations["post_game_worlds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The keys of this tenant, newest first, without their secrets. Revoked and expired ones are among them. */
        get: operations["get_keys"];
        put?: never;
        /** Makes a key for this tenant. It is shown in this answer alone: only a hash of it is kept. */
        post: operations["post_keys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revokes a key: every server refuses it within its `key_seconds`. Streams that it opened end within a second more. */
        delete: operations["delete_key"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Players, in the order of their ids. */
        get: operations["get_players"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A player: in each ruleset, trust, tendencies with their 90 % intervals, and the counts that they rest on. */
        get: operations["get_player"];
        /** Names a player, who is made where there is none. After a player was forgotten, this starts a new person under the same id. */
        put: operations["put_player"];
        post?: never;
        /** Forgets a player: name, player id and conduct are erased, and what running games settle from now on is not recorded. Old games
         *     keep their logs, chains and beliefs, and show a pseudonym in the seat. */
        delete: operations["delete_player"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Everything that games settled about a player, newest first, each with its game and revision; and the trust curve. */
        get: operations["get_player_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rulesets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The rulesets that are hosted. */
        get: operations["get_rulesets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rulesets/{ruleset}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One ruleset, with the JSON Schemas of everything that it reads and answers, and what the players of this log taught of it. */
        get: operations["get_ruleset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Something that happened to a key. */
        AccessEntry: {
            /** @description Id of the key that did it; absent where it was done without one: on the server's own machine. */
            by?: string;
            /** @description More, in words. */
            detail: string;
            /** @description Id of the key that it happened to. */
            id: string;
            /**
             * Format: date-time
             * @description When.
             */
            time: string;
            /** @description `made`, `revoked` or `refused_often`. */
            what: string;
        };
        /** @description A page of what happened to keys. */
        AccessList: {
            /** @description Newest first. */
            items: components["schemas"]["AccessEntry"][];
            /** @description Cursor of the next page; absent at the end. */
            next?: string;
        };
        /** @description What became of an append. */
        AppendAnswer: {
            /** @description One entry an event, in order. */
            appended: components["schemas"]["AppendedEvent"][];
            /** @description The belief of the observer that was asked for, after the last event. */
            belief?: components["schemas"]["BeliefAnswer"];
            /** @description The game. */
            game: string;
            /** @description What is unusual about the events, although they were taken. */
            notices?: components["schemas"]["Notice"][];
            /**
             * Format: int64
             * @description Revision of the last event of the request.
             */
            revision: number;
        };
        /** @description Where an event stands. */
        AppendedEvent: {
            /** @description Whether it was recorded by an earlier request. */
            duplicate: boolean;
            /** @description Its id, minted if the client gave none. */
            id: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
        };
        /** @description The state of a game's log and of one observer's belief. */
        AuditAnswer: {
            /** @description Fingerprint of that belief now. */
            belief_hash: string;
            /** @description Its hash chain, read again from the database and walked. */
            chain: components["schemas"]["ChainAnswer"];
            /** @description The game. */
            game: string;
            /**
             * Format: int32
             * @description Version of the ruleset's inference.
             */
            model: number;
            /** @description Whose belief. */
            observer: string;
            /**
             * Format: int64
             * @description Its last revision.
             */
            revision: number;
            /**
             * Format: int32
             * @description Version of the ruleset's events.
             */
            schema: number;
            /** @description Snapshots of that observer's belief, in the order of their revisions. */
            snapshots: components["schemas"]["SnapshotAnswer"][];
        };
        /** @description What an observer believes about everything hidden. */
        BeliefAnswer: {
            /**
             * Format: double
             * @description 1 - entropy / log2 of the number of values that the public counts allow, in [0, 1].
             */
            confidence: number;
            /** @description What the ruleset alone can say. */
            detail: {
                [key: string]: unknown;
            };
            /**
             * Format: double
             * @description Probability lost to caps on tracked worlds, in [0, 1]; 0 where nothing was lost.
             */
            dropped_mass: number;
            /**
             * Format: double
             * @description Effective number of independent samples; null unless worlds were drawn.
             */
            effective_sample_size: number | null;
            /**
             * Format: double
             * @description Sum of the entropies of all variables that are not derived, in bits.
             */
            entropy_bits: number;
            /** @description The game. */
            game: string;
            /** @description Fingerprint of all distributions: equal beliefs have equal hashes, on any server. */
            hash: string;
            /**
             * Format: double
             * @description Entropy of the joint distribution in bits; null where it is not known exactly.
             */
            joint_entropy_bits: number | null;
            /** @description How it was worked out. `exact`: the posterior itself. `factored`: a product of posteriors, because that two
             *     parts depend on each other since both were spoken of at once is left out. `capped`: its heaviest worlds; `dropped_mass` says what is missing.
             *     `sampled`: draws, because there were too many worlds to list; the effective sample size says how many they are worth.
             *     `restarted`: every tracked world was struck after some had been lost, and it began again from the public counts. */
            method: components["schemas"]["Method"];
            /**
             * Format: int32
             * @description Version of the inference. The same log, revision, observer and model give the same bytes.
             */
            model: number;
            /** @description Whose belief: `public`, `seat:N` or `referee`. */
            observer: string;
            /** @description Events that this observer's belief could not take. */
            quarantined: components["schemas"]["Quarantined"][];
            /**
             * Format: int64
             * @description After which event.
             */
            revision: number;
            /** @description Its ruleset. */
            ruleset: string;
            /** @description The hidden variables, or those asked for. */
            variables: components["schemas"]["VariableAnswer"][];
        };
        /** @description The whole body must arrive within the server's body_seconds. */
        BodyTimeoutProblem: components["schemas"]["ProblemFields"] & {
            /** @constant */
            status: 408;
            /** @constant */
            type: "/problems/body-timeout";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/body-timeout";
        };
        /** @description Who asks, and what the key allows. */
        Caller: {
            /** @description The game that a seat's key is for. */
            game?: string;
            /** @description Id of the key; absent where none guards the server. */
            key?: string;
            /** @description `admin`, `referee`, `reader` or `seat`. Where no key guards the server, everybody is `admin`. */
            role: string;
            /** @description The seat that it is for. */
            seat?: number;
        };
        /** @description An answer, with the type of its question. */
        CatanAnswer: components["schemas"]["CatanAtLeastAnswer"] | components["schemas"]["CatanCanAffordAnswer"] | components["schemas"]["CatanConfidenceAnswer"] | components["schemas"]["CatanDevCardsAnswer"] | components["schemas"]["CatanMonopolyHaulAnswer"] | components["schemas"]["CatanStealOutcomeAnswer"];
        /** @description To `at_least`. */
        CatanAtLeastAnswer: {
            /**
             * Format: double
             * @description Probability, in [0, 1].
             */
            p: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "at_least";
        };
        /** @description Does the seat hold at least so many of a resource? */
        CatanAtLeastQuery: {
            /** @description How many. */
            count: number;
            /** @description Which resource. */
            resource: components["schemas"]["CatanResource"];
            /** @description Whose hand. */
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "at_least";
        };
        /**
         * @description The bank of resource cards. `visible`: Finite, and its stock may be reported. `hidden`: Finite, and its stock is not seen. `unlimited`: Without end.
         * @enum {string}
         */
        CatanBank: "visible" | "hidden" | "unlimited";
        /** @description An assertion: the bank holds so many of the resources listed; of others it says nothing. */
        CatanBankStock: {
            /** @description Cards in the bank by resource. */
            bundle: {
                brick?: number;
                ore?: number;
                sheep?: number;
                wheat?: number;
                wood?: number;
            };
        };
        /** @description Asserts the bank's stock of the resources listed. */
        CatanBankStockEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["CatanBankStock"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "catan";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bank_stock";
        };
        /** @description Asserts the bank's stock of the resources listed. */
        CatanBankStockEvent: {
            data: components["schemas"]["CatanBankStock"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bank_stock";
        };
        /** @description Asserts the bank's stock of the resources listed. */
        CatanBankStockInstead: {
            data: components["schemas"]["CatanBankStock"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bank_stock";
        };
        /** @description Asserts the bank's stock of the resources listed. */
        CatanBankStockView: {
            data: components["schemas"]["CatanBankStock"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bank_stock";
        };
        /** @description A trade with the bank or a harbour: the seat gives `give` and gets `get`. */
        CatanBankTrade: {
            /** @description From the bank. */
            get: components["schemas"]["CatanEventBundle"];
            /** @description To the bank. */
            give: components["schemas"]["CatanEventBundle"];
            /** @description Who. */
            seat: number;
        };
        /** @description A trade with the bank or a harbour. */
        CatanBankTradeEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["CatanBankTrade"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "catan";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bank_trade";
        };
        /** @description A trade with the bank or a harbour. */
        CatanBankTradeEvent: {
            data: components["schemas"]["CatanBankTrade"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bank_trade";
        };
        /** @description A trade with the bank or a harbour. */
        CatanBankTradeInstead: {
            data: components["schemas"]["CatanBankTrade"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bank_trade";
        };
        /** @description A trade with the bank or a harbour. */
        CatanBankTradeView: {
            data: components["schemas"]["CatanBankTrade"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bank_trade";
        };
        /** @description A piece that is built or bought: `road`, `settlement`, `city` or `dev_card`. It shows that its price was held, and pays it, unless it is `free` (placed at the start of the game, or by road building). */
        CatanBuild: {
            /** @description The type of a development card; seen by its seat only. */
            card?: components["schemas"]["CatanDevCard"] | null;
            /** @description Not paid for: placed at the start of the game, or by road building. */
            free?: boolean;
            /** @description What. */
            piece: components["schemas"]["CatanBuildPiece"];
            /** @description Who. */
            seat: number;
        };
        /** @description Something was built or bought, and paid for unless `free`. */
        CatanBuildEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["CatanBuild"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "catan";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "build";
        };
        /** @description Something was built or bought, and paid for unless `free`. */
        CatanBuildEvent: {
            data: components["schemas"]["CatanBuild"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "build";
        };
        /** @description Something was built or bought, and paid for unless `free`. */
        CatanBuildInstead: {
            data: components["schemas"]["CatanBuild"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "build";
        };
        /**
         * @description What can be built or bought.
         * @enum {string}
         */
        CatanBuildPiece: "road" | "settlement" | "city" | "dev_card";
        /** @description Something was built or bought, and paid for unless `free`. */
        CatanBuildView: {
            data: components["schemas"]["CatanBuild"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "build";
        };
        /** @description Resource cards by kind: `{"wood": 2}`. Kinds left out are none. */
        CatanBundle: {
            brick?: number;
            ore?: number;
            sheep?: number;
            wheat?: number;
            wood?: number;
        };
        /** @description To `can_afford`. */
        CatanCanAffordAnswer: {
            /**
             * Format: double
             * @description Probability, in [0, 1].
             */
            p: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "can_afford";
        };
        /** @description Does the seat hold a piece's price, or a bundle? Name one of the two. */
        CatanCanAffordQuery: {
            /** @description What it would pay. */
            bundle?: components["schemas"]["CatanQueryBundle"] | null;
            /** @description What it would build or buy. */
            piece?: components["schemas"]["CatanBuildPiece"] | null;
            /** @description Whose hand. */
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "can_afford";
        };
        /** @description What is believed about a seat's cards of one type. */
        CatanCardChances: {
            /**
             * Format: double
             * @description P(at least one), in [0, 1].
             */
            at_least_one: number;
            /** @description Probability of each number. */
            distribution: components["schemas"]["CatanCountChance"][];
            /**
             * Format: double
             * @description Expected number.
             */
            expected: number;
        };
        /** @description To `confidence`. */
        CatanConfidenceAnswer: {
            /**
             * Format: double
             * @description 1 - entropy / log2 of the number of values that the public counts allow, over the seat's resources. In [0, 1].
             */
            confidence: number;
            /**
             * Format: double
             * @description Sum of the entropies of the seat's resources, in bits.
             */
            entropy_bits: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "confidence";
        };
        /** @description How much is known of the seat's hand? */
        CatanConfidenceQuery: {
            /** @description Whose hand. */
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "confidence";
        };
        /** @description The probability of a number of cards. */
        CatanCountChance: {
            /**
             * Format: int64
             * @description How many cards.
             */
            count: number;
            /**
             * Format: double
             * @description Probability, in (0, 1].
             */
            p: number;
        };
        /**
         * @description A development card.
         * @enum {string}
         */
        CatanDevCard: "knight" | "victory_point" | "road_building" | "year_of_plenty" | "monopoly";
        /** @description To `dev_cards`. */
        CatanDevCardsAnswer: {
            /** @description By type. */
            cards: {
                knight?: components["schemas"]["CatanCardChances"];
                monopoly?: components["schemas"]["CatanCardChances"];
                road_building?: components["schemas"]["CatanCardChances"];
                victory_point?: components["schemas"]["CatanCardChances"];
                year_of_plenty?: components["schemas"]["CatanCardChances"];
            };
            /**
             * Format: int64
             * @description Unplayed cards of the seat.
             */
            count: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "dev_cards";
        };
        /** @description Which unplayed development cards does the seat hold? */
        CatanDevCardsQuery: {
            /** @description Whose cards. */
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "dev_cards";
        };
        /** @description Cards that a seat gives back on a seven: `count` of them, `cards` where they were seen. */
        CatanDiscard: {
            /** @description The cards; seen by all, or by the seat only, as the setup says. */
            cards?: components["schemas"]["CatanEventBundle"] | null;
            /** @description How many. */
            count: number;
            /** @description Who. */
            seat: number;
        };
        /** @description Half a hand to the bank, on a seven. */
        CatanDiscardEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["CatanDiscard"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "catan";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "discard";
        };
        /** @description Half a hand to the bank, on a seven. */
        CatanDiscardEvent: {
            data: components["schemas"]["CatanDiscard"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "discard";
        };
        /** @description Half a hand to the bank, on a seven. */
        CatanDiscardInstead: {
            data: components["schemas"]["CatanDiscard"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "discard";
        };
        /** @description Half a hand to the bank, on a seven. */
        CatanDiscardView: {
            data: components["schemas"]["CatanDiscard"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "discard";
        };
        /** @description Catan: who holds which resources and development cards, through steals and discards that nobody saw */
        CatanEntry: components["schemas"]["CatanBankStockEntry"] | components["schemas"]["CatanBankTradeEntry"] | components["schemas"]["CatanBuildEntry"] | components["schemas"]["CatanDiscardEntry"] | components["schemas"]["CatanHandEntry"] | components["schemas"]["CatanHandSizeEntry"] | components["schemas"]["CatanMonopolyEntry"] | components["schemas"]["CatanOfferEntry"] | components["schemas"]["CatanPlayDevCardEntry"] | components["schemas"]["CatanPlayerTradeEntry"] | components["schemas"]["CatanProductionEntry"] | components["schemas"]["CatanRefuseEntry"] | components["schemas"]["CatanStartEntry"] | components["schemas"]["CatanStealEntry"] | components["schemas"]["CatanTurnEntry"] | components["schemas"]["CatanYearOfPlentyEntry"];
        /** @description Catan: who holds which resources and development cards, through steals and discards that nobody saw */
        CatanEvent: components["schemas"]["CatanBankStockEvent"] | components["schemas"]["CatanBankTradeEvent"] | components["schemas"]["CatanBuildEvent"] | components["schemas"]["CatanDiscardEvent"] | components["schemas"]["CatanHandEvent"] | components["schemas"]["CatanHandSizeEvent"] | components["schemas"]["CatanMonopolyEvent"] | components["schemas"]["CatanOfferEvent"] | components["schemas"]["CatanPlayDevCardEvent"] | components["schemas"]["CatanPlayerTradeEvent"] | components["schemas"]["CatanProductionEvent"] | components["schemas"]["CatanRefuseEvent"] | components["schemas"]["CatanStartEvent"] | components["schemas"]["CatanStealEvent"] | components["schemas"]["CatanTurnEvent"] | components["schemas"]["CatanYearOfPlentyEvent"];
        /** @description Resource cards by kind: `{"wood": 2}`. Kinds left out are none. */
        CatanEventBundle: {
            brick?: number;
            ore?: number;
            sheep?: number;
            wheat?: number;
            wood?: number;
        };
        /** @description A game. */
        CatanGameAnswer: {
            /** @description Hash of the last event, in hexadecimal; shown to the referee only. */
            chain_head?: string;
            /** @description Its id. */
            game: string;
            /** @description What becomes of an event that cannot be true. */
            on_contradiction?: components["schemas"]["OnContradiction"];
            /**
             * Format: date-time
             * @description When it was opened.
             */
            opened: string;
            parameters?: components["schemas"]["CatanParameters"];
            /**
             * Format: int64
             * @description Revision of its last event.
             */
            revision: number;
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "catan";
            /** @description Who sits where. */
            seats: components["schemas"]["SeatAnswer"][];
            setup?: components["schemas"]["CatanSetup"];
            /** @description Whether it goes on. */
            status: components["schemas"]["Status"];
        };
        /** @description Revision 0: everything that the game's beliefs depend on. */
        CatanGameOpening: {
            on_contradiction: components["schemas"]["OnContradiction"];
            parameters: components["schemas"]["CatanParameters"];
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "catan";
            /** @description Who sits where, each with what past games said. */
            seats: {
                [key: string]: unknown;
            }[];
            setup: components["schemas"]["CatanSetup"];
        };
        /** @description An assertion: the seat holds exactly these cards. Only that seat sees it. */
        CatanHand: {
            /** @description All its cards. */
            bundle: components["schemas"]["CatanEventBundle"];
            /** @description Whose hand. */
            seat: number;
        };
        /** @description Asserts a whole hand; seen by its seat only. */
        CatanHandEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["CatanHand"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "catan";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "hand";
        };
        /** @description Asserts a whole hand; seen by its seat only. */
        CatanHandEvent: {
            data: components["schemas"]["CatanHand"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "hand";
        };
        /** @description Asserts a whole hand; seen by its seat only. */
        CatanHandInstead: {
            data: components["schemas"]["CatanHand"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "hand";
        };
        /** @description An assertion: the seat holds `count` cards. */
        CatanHandSize: {
            /** @description Its cards. */
            count: number;
            /** @description Whose hand. */
            seat: number;
        };
        /** @description Asserts the size of a hand. */
        CatanHandSizeEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["CatanHandSize"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "catan";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "hand_size";
        };
        /** @description Asserts the size of a hand. */
        CatanHandSizeEvent: {
            data: components["schemas"]["CatanHandSize"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "hand_size";
        };
        /** @description Asserts the size of a hand. */
        CatanHandSizeInstead: {
            data: components["schemas"]["CatanHandSize"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "hand_size";
        };
        /** @description Asserts the size of a hand. */
        CatanHandSizeView: {
            data: components["schemas"]["CatanHandSize"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "hand_size";
        };
        /** @description Asserts a whole hand; seen by its seat only. */
        CatanHandView: {
            data: components["schemas"]["CatanHand"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "hand";
        };
        /** @description Catan: who holds which resources and development cards, through steals and discards that nobody saw */
        CatanInstead: components["schemas"]["CatanBankStockInstead"] | components["schemas"]["CatanBankTradeInstead"] | components["schemas"]["CatanBuildInstead"] | components["schemas"]["CatanDiscardInstead"] | components["schemas"]["CatanHandInstead"] | components["schemas"]["CatanHandSizeInstead"] | components["schemas"]["CatanMonopolyInstead"] | components["schemas"]["CatanOfferInstead"] | components["schemas"]["CatanPlayDevCardInstead"] | components["schemas"]["CatanPlayerTradeInstead"] | components["schemas"]["CatanProductionInstead"] | components["schemas"]["CatanRefuseInstead"] | components["schemas"]["CatanStartInstead"] | components["schemas"]["CatanStealInstead"] | components["schemas"]["CatanTurnInstead"] | components["schemas"]["CatanYearOfPlentyInstead"];
        /** @description An answer, or null where the table had none. */
        CatanMaybeAnswer: components["schemas"]["CatanAnswer"] | components["schemas"]["CatanAtLeastAnswer"] | components["schemas"]["Unanswered"];
        /** @description A monopoly, which is played by this event itself: all cards of one resource go to the seat. Name what each seat gave in `taken` (seats left out gave none), or the `total`. */
        CatanMonopoly: {
            /** @description Which resource. */
            resource: components["schemas"]["CatanResource"];
            /** @description Who. */
            seat: number;
            /** @description Exactly what each other seat held; seats left out held none. */
            taken?: {
                [key: number]: number;
            } | null;
            /** @description What the others held together. */
            total?: number | null;
        };
        /** @description All cards of one resource from all others. Plays the card itself. */
        CatanMonopolyEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["CatanMonopoly"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "catan";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "monopoly";
        };
        /** @description All cards of one resource from all others. Plays the card itself. */
        CatanMonopolyEvent: {
            data: components["schemas"]["CatanMonopoly"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "monopoly";
        };
        /** @description To `monopoly_haul`. */
        CatanMonopolyHaulAnswer: {
            /** @description Probability of each number of cards. */
            distribution: components["schemas"]["CatanCountChance"][];
            /**
             * Format: double
             * @description Expected number of cards.
             */
            expected: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "monopoly_haul";
        };
        /** @description How many cards would a monopoly of the seat take? */
        CatanMonopolyHaulQuery: {
            /** @description On which resource. */
            resource: components["schemas"]["CatanResource"];
            /** @description Who would play it. */
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "monopoly_haul";
        };
        /** @description All cards of one resource from all others. Plays the card itself. */
        CatanMonopolyInstead: {
            data: components["schemas"]["CatanMonopoly"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "monopoly";
        };
        /** @description All cards of one resource from all others. Plays the card itself. */
        CatanMonopolyView: {
            data: components["schemas"]["CatanMonopoly"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "monopoly";
        };
        /** @description A proposed trade: the seat would give `give` for `get`, to the seats in `to` (all others where none is named). Its maker most likely holds what it gives. It takes the place of the seat's open offer; those of other seats stay open. */
        CatanOffer: {
            /** @description What it wants. */
            get: components["schemas"]["CatanEventBundle"];
            /** @description What it would give. */
            give: components["schemas"]["CatanEventBundle"];
            /** @description Who proposes. */
            seat: number;
            /** @description To whom; empty for everyone. */
            to?: number[];
        };
        /** @description A proposed trade. */
        CatanOfferEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["CatanOffer"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "catan";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "offer";
        };
        /** @description A proposed trade. */
        CatanOfferEvent: {
            data: components["schemas"]["CatanOffer"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "offer";
        };
        /** @description A proposed trade. */
        CatanOfferInstead: {
            data: components["schemas"]["CatanOffer"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "offer";
        };
        /** @description A proposed trade. */
        CatanOfferView: {
            data: components["schemas"]["CatanOffer"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "offer";
        };
        /** @description A game to open. */
        CatanOpenRequest: {
            /** @description What to do with an event that cannot be true. */
            on_contradiction?: components["schemas"]["OnContradiction"];
            parameters?: components["schemas"]["CatanParameters"];
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "catan";
            /** @description One entry a seat, in order. */
            seats: components["schemas"]["SeatRequest"][];
            setup?: components["schemas"]["CatanSetup"];
        };
        /** @description What a client chooses of the model. */
        CatanParameters: {
            /** @description Most worlds tracked, 1 to 1,000,000; the lightest go first. 200,000 by default. A belief that is folded again tracks ten times as many, 2,000,000 at most. */
            max_worlds?: number | null;
            /** @description Whose habits a stranger is believed to have: `learned` (default), those of this log's players, or `shipped`, those that the release ships alone. */
            population?: components["schemas"]["CatanPopulationSource"] | null;
            /** @description `seed` takes the caps of an earlier tracker, kept for comparison: 1,000 worlds, threshold 0.0001. */
            preset?: components["schemas"]["CatanPreset"] | null;
            /**
             * Format: double
             * @description Worlds lighter than this are dropped after every event, 0 to 0.5. 0 by default: none.
             */
            prune_threshold?: number | null;
            /**
             * Format: double
             * @description Exponent of the soft likelihoods, 0 to 4: 1 by default, 0 leaves them out.
             */
            soft_weight?: number | null;
        };
        /** @description A `knight`, `road_building` or `victory_point` that is turned up. The steal, or the free roads, are events of their own. */
        CatanPlayDevCard: {
            /** @description `knight`, `road_building` or `victory_point`; the other two have events of their own. */
            card: components["schemas"]["CatanDevCard"];
            /** @description Who. */
            seat: number;
        };
        /** @description A knight, road building or victory point was turned up. */
        CatanPlayDevCardEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["CatanPlayDevCard"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "catan";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "play_dev_card";
        };
        /** @description A knight, road building or victory point was turned up. */
        CatanPlayDevCardEvent: {
            data: components["schemas"]["CatanPlayDevCard"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "play_dev_card";
        };
        /** @description A knight, road building or victory point was turned up. */
        CatanPlayDevCardInstead: {
            data: components["schemas"]["CatanPlayDevCard"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "play_dev_card";
        };
        /** @description A knight, road building or victory point was turned up. */
        CatanPlayDevCardView: {
            data: components["schemas"]["CatanPlayDevCard"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "play_dev_card";
        };
        /** @description A trade between two seats: `seat` gives `give` to `partner`, who gives `get`. */
        CatanPlayerTrade: {
            /** @description From the partner. */
            get: components["schemas"]["CatanEventBundle"];
            /** @description To the partner. */
            give: components["schemas"]["CatanEventBundle"];
            /** @description With whom. */
            partner: number;
            /** @description Who. */
            seat: number;
        };
        /** @description A trade between two seats. */
        CatanPlayerTradeEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["CatanPlayerTrade"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "catan";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "player_trade";
        };
        /** @description A trade between two seats. */
        CatanPlayerTradeEvent: {
            data: components["schemas"]["CatanPlayerTrade"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "player_trade";
        };
        /** @description A trade between two seats. */
        CatanPlayerTradeInstead: {
            data: components["schemas"]["CatanPlayerTrade"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "player_trade";
        };
        /** @description A trade between two seats. */
        CatanPlayerTradeView: {
            data: components["schemas"]["CatanPlayerTrade"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "player_trade";
        };
        /**
         * @description Where a game's numbers of the population come from: the parameter `population` of rulesets that have the choice. `learned`: From the shipped numbers, drawn to what the players of this log taught together. An opening that was written before this could be chosen holds nothing that was taught. `shipped`: From the shipped numbers alone.
         * @enum {string}
         */
        CatanPopulationSource: "learned" | "shipped";
        /**
         * @description A named choice of parameters. `seed`: 1,000 worlds, none lighter than 0.0001.
         * @enum {string}
         */
        CatanPreset: "seed";
        /** @description Cards that the bank pays, by seat: for a roll of the dice, or as starting resources. `{"gains": {"1": {"wood": 2, "ore": 1}}}` */
        CatanProduction: {
            /** @description What each seat got. */
            gains: {
                [key: number]: components["schemas"]["CatanEventBundle"];
            };
        };
        /** @description Cards from the bank: dice, and the starting resources. */
        CatanProductionEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["CatanProduction"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "catan";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "production";
        };
        /** @description Cards from the bank: dice, and the starting resources. */
        CatanProductionEvent: {
            data: components["schemas"]["CatanProduction"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "production";
        };
        /** @description Cards from the bank: dice, and the starting resources. */
        CatanProductionInstead: {
            data: components["schemas"]["CatanProduction"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "production";
        };
        /** @description Cards from the bank: dice, and the starting resources. */
        CatanProductionView: {
            data: components["schemas"]["CatanProduction"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "production";
        };
        /** @description The answers, in the order of the questions. */
        CatanQueriesAnswer: {
            /** @description One a question, with its `type`. */
            answers: components["schemas"]["CatanAnswer"][];
            /**
             * Format: int64
             * @description After which event.
             */
            revision: number;
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "catan";
        };
        /** @description A question of this game. */
        CatanQuery: components["schemas"]["CatanAtLeastQuery"] | components["schemas"]["CatanCanAffordQuery"] | components["schemas"]["CatanConfidenceQuery"] | components["schemas"]["CatanDevCardsQuery"] | components["schemas"]["CatanMonopolyHaulQuery"] | components["schemas"]["CatanStealOutcomeQuery"];
        /** @description Resource cards by kind: `{"wood": 2}`. Kinds left out are none. */
        CatanQueryBundle: {
            brick?: number;
            ore?: number;
            sheep?: number;
            wheat?: number;
            wood?: number;
        };
        /** @description The seat turns down an open offer: that of `maker`, who can be left out where one is open to the seat. Where several are, and want different cards, such a refusal says nothing of the hand. */
        CatanRefuse: {
            /** @description Whose offer. */
            maker?: number | null;
            /** @description Who turns it down. */
            seat: number;
        };
        /** @description An open offer was turned down. */
        CatanRefuseEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["CatanRefuse"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "catan";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "refuse";
        };
        /** @description An open offer was turned down. */
        CatanRefuseEvent: {
            data: components["schemas"]["CatanRefuse"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "refuse";
        };
        /** @description An open offer was turned down. */
        CatanRefuseInstead: {
            data: components["schemas"]["CatanRefuse"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "refuse";
        };
        /** @description An open offer was turned down. */
        CatanRefuseView: {
            data: components["schemas"]["CatanRefuse"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "refuse";
        };
        /**
         * @description A resource card.
         * @enum {string}
         */
        CatanResource: "wood" | "brick" | "sheep" | "wheat" | "ore";
        /** @description What one could read off the box and the house rules. Everything left out is that of the base game, or of its extension for 5 and 6 seats. */
        CatanSetup: {
            /** @description Whether players can see how many cards the bank holds, or the bank has no end. `visible` by default. */
            bank?: components["schemas"]["CatanBank"] | null;
            /** @description Cards of each resource: 19, or 24 for 5 and 6 seats. */
            bank_size?: number | null;
            /** @description Development cards by type: 25 of them, or 34 for 5 and 6 seats. */
            dev_cards?: {
                knight?: number;
                monopoly?: number;
                road_building?: number;
                victory_point?: number;
                year_of_plenty?: number;
            } | null;
            /** @description The largest hand that need not discard on a seven: 7. */
            discard_limit?: number | null;
            /** @description Whether the cards that a player discards on a seven are seen by all. `public` by default. */
            discards?: components["schemas"]["CatanVisibility"] | null;
        };
        /** @description The table as it stands: to join in the middle of a game, or to go on after events were missed. What was believed before it counts no more. Hands of seats not named are empty; without `bank`, what the bank holds is not known. */
        CatanStart: {
            /** @description The whole stock of a visible bank. */
            bank?: components["schemas"]["CatanEventBundle"] | null;
            /** @description Numbers of unplayed development cards. */
            dev_cards?: {
                [key: number]: number;
            };
            /** @description Unplayed development cards whose types are known; each seat's are seen by that seat only. */
            dev_cards_held?: {
                [key: number]: {
                    knight?: number;
                    monopoly?: number;
                    road_building?: number;
                    victory_point?: number;
                    year_of_plenty?: number;
                };
            };
            /** @description Development cards already played, by type. */
            dev_cards_played?: {
                knight?: number;
                monopoly?: number;
                road_building?: number;
                victory_point?: number;
                year_of_plenty?: number;
            };
            /** @description Numbers of cards in hands. */
            hand_sizes?: {
                [key: number]: number;
            };
            /** @description Known hands; each is seen by its seat only. */
            hands?: {
                [key: number]: components["schemas"]["CatanEventBundle"];
            };
        };
        /** @description The table as it stands: joining in the middle of a game, or going on after events were missed. */
        CatanStartEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["CatanStart"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "catan";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "start";
        };
        /** @description The table as it stands: joining in the middle of a game, or going on after events were missed. */
        CatanStartEvent: {
            data?: components["schemas"]["CatanStart"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "start";
        };
        /** @description The table as it stands: joining in the middle of a game, or going on after events were missed. */
        CatanStartInstead: {
            data: components["schemas"]["CatanStart"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "start";
        };
        /** @description The table as it stands: joining in the middle of a game, or going on after events were missed. */
        CatanStartView: {
            data: components["schemas"]["CatanStart"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "start";
        };
        /** @description A card that `thief` draws at random from the hand of `victim`, after a seven or a knight (which is an event of its own). The resource is seen by the two alone; leave it out where you did not see it. */
        CatanSteal: {
            /** @description The card; seen by the two only. */
            resource?: components["schemas"]["CatanResource"] | null;
            /** @description Who takes. */
            thief: number;
            /** @description Who loses. */
            victim: number;
        };
        /** @description A card drawn at random from another hand. */
        CatanStealEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["CatanSteal"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "catan";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "steal";
        };
        /** @description A card drawn at random from another hand. */
        CatanStealEvent: {
            data: components["schemas"]["CatanSteal"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "steal";
        };
        /** @description A card drawn at random from another hand. */
        CatanStealInstead: {
            data: components["schemas"]["CatanSteal"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "steal";
        };
        /** @description To `steal_outcome`. */
        CatanStealOutcomeAnswer: {
            /** @description Probability of each resource; those of probability 0 are left out. */
            distribution: {
                /** Format: double */
                brick?: number;
                /** Format: double */
                ore?: number;
                /** Format: double */
                sheep?: number;
                /** Format: double */
                wheat?: number;
                /** Format: double */
                wood?: number;
            };
            /**
             * Format: double
             * @description Probability that the victim holds no card at all.
             */
            nothing: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "steal_outcome";
        };
        /** @description Which card would a thief draw? */
        CatanStealOutcomeQuery: {
            /** @description Who would steal. */
            thief: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "steal_outcome";
            /** @description From whom. */
            victim: number;
        };
        /** @description A card drawn at random from another hand. */
        CatanStealView: {
            data: components["schemas"]["CatanSteal"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "steal";
        };
        /** @description The start of a turn, with the sum of the dice where they are rolled. Optional: it lets tendencies count turns, and ends all open offers. */
        CatanTurn: {
            /** @description Sum of the dice, 2 to 12. */
            dice?: number | null;
            /** @description Whose turn. */
            seat: number;
        };
        /** @description What became of a move, and what holds after it. Everything in it is of one revision. */
        CatanTurnAnswer: {
            /** @description One a question, in order; null where the table had no answer, and then `refused` says why. */
            answers: components["schemas"]["CatanMaybeAnswer"][];
            /** @description One entry an event, in order. */
            appended: components["schemas"]["AppendedEvent"][];
            /** @description The observer's belief, or the variables of it that were asked for. */
            belief?: components["schemas"]["BeliefAnswer"];
            /** @description The game. */
            game: string;
            /** @description What is unusual about the events, although they were taken. */
            notices?: components["schemas"]["Notice"][];
            /** @description What was asked and could not be answered at this table. The events are recorded all the same. */
            refused?: components["schemas"]["RefusedPart"][];
            /**
             * Format: int64
             * @description Revision of the last event of the request; of the game, where the request had none.
             */
            revision: number;
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "catan";
            worlds?: components["schemas"]["CatanWorldsAnswer"];
        };
        /** @description A turn began; lets tendencies count turns. */
        CatanTurnEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["CatanTurn"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "catan";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "turn";
        };
        /** @description A turn began; lets tendencies count turns. */
        CatanTurnEvent: {
            data: components["schemas"]["CatanTurn"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "turn";
        };
        /** @description A turn began; lets tendencies count turns. */
        CatanTurnInstead: {
            data: components["schemas"]["CatanTurn"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "turn";
        };
        /** @description A turn began; lets tendencies count turns. */
        CatanTurnView: {
            data: components["schemas"]["CatanTurn"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "turn";
        };
        /** @description Catan: who holds which resources and development cards, through steals and discards that nobody saw */
        CatanView: components["schemas"]["CatanBankStockView"] | components["schemas"]["CatanBankTradeView"] | components["schemas"]["CatanBuildView"] | components["schemas"]["CatanDiscardView"] | components["schemas"]["CatanHandView"] | components["schemas"]["CatanHandSizeView"] | components["schemas"]["CatanMonopolyView"] | components["schemas"]["CatanOfferView"] | components["schemas"]["CatanPlayDevCardView"] | components["schemas"]["CatanPlayerTradeView"] | components["schemas"]["CatanProductionView"] | components["schemas"]["CatanRefuseView"] | components["schemas"]["CatanStartView"] | components["schemas"]["CatanStealView"] | components["schemas"]["CatanTurnView"] | components["schemas"]["CatanYearOfPlentyView"];
        /**
         * @description Who sees something. `public`: Everyone. `hidden`: Only the seat whose it is.
         * @enum {string}
         */
        CatanVisibility: "public" | "hidden";
        /** @description One full assignment of what is hidden. */
        CatanWorld: {
            /**
             * @description Every seat's unplayed development cards by type; types left out are none.
             * @default {}
             */
            dev_cards: {
                [key: number]: {
                    knight?: number;
                    monopoly?: number;
                    road_building?: number;
                    victory_point?: number;
                    year_of_plenty?: number;
                };
            };
            /**
             * @description Every seat's hand.
             * @default {}
             */
            hands: {
                [key: number]: components["schemas"]["CatanBundle"];
            };
        };
        /** @description One world. Worlds are drawn as often as they are probable, so that a plain average over them is the right one wherever `importance` is
         *     null; weighing them by their probability would count it twice. */
        CatanWorldAnswer: {
            /**
             * Format: double
             * @description By what the world has to be weighed in an average: above 0 and about 1 on average, or 0 for a draw that came to nothing. Null
             *     where all draws count alike, as they do unless the method is `sampled`.
             */
            importance: number | null;
            /**
             * Format: double
             * @description Natural logarithm of the world's probability under the belief. It is no weight: a probable world is drawn often already. Null where
             *     it is not known, because the draws are weighted.
             */
            ln_probability: number | null;
            world: components["schemas"]["CatanWorld"];
        };
        /** @description Sampled worlds. */
        CatanWorldsAnswer: {
            /**
             * Format: int64
             * @description How many.
             */
            count: number;
            /**
             * Format: double
             * @description Probability lost to caps on tracked worlds.
             */
            dropped_mass: number;
            /**
             * Format: double
             * @description How many independent draws they are worth.
             */
            effective_sample_size: number;
            /** @description How the belief was worked out. */
            method: components["schemas"]["Method"];
            /**
             * Format: int64
             * @description Draws that were thrown away on the way.
             */
            rejected: number;
            /**
             * Format: int64
             * @description After which event.
             */
            revision: number;
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "catan";
            /**
             * Format: int64
             * @description The seed that draws them again.
             */
            seed: number;
            /** @description The worlds, in order of their index. */
            worlds: components["schemas"]["CatanWorldAnswer"][];
        };
        /** @description A year of plenty, which is played by this event itself: two `resources` from the bank. */
        CatanYearOfPlenty: {
            /** @description Two cards; one where the bank had no more. */
            resources: components["schemas"]["CatanEventBundle"];
            /** @description Who. */
            seat: number;
        };
        /** @description Two cards of choice from the bank. Plays the card itself. */
        CatanYearOfPlentyEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["CatanYearOfPlenty"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "catan";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "year_of_plenty";
        };
        /** @description Two cards of choice from the bank. Plays the card itself. */
        CatanYearOfPlentyEvent: {
            data: components["schemas"]["CatanYearOfPlenty"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "year_of_plenty";
        };
        /** @description Two cards of choice from the bank. Plays the card itself. */
        CatanYearOfPlentyInstead: {
            data: components["schemas"]["CatanYearOfPlenty"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "year_of_plenty";
        };
        /** @description Two cards of choice from the bank. Plays the card itself. */
        CatanYearOfPlentyView: {
            data: components["schemas"]["CatanYearOfPlenty"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "year_of_plenty";
        };
        /** @description The hash chain of a game's stream. */
        ChainAnswer: {
            /** @description Hash of the last event, in hexadecimal; shown to the referee only, because it depends on everything that is hidden. */
            head?: string;
            /** @description Always true: every event follows from the one before it and holds what it was committed to. Where one does not, the answer is the
             *     problem `damaged`, which names it. */
            verified: boolean;
        };
        /** @description How often a player does something in one situation. */
        ContextAnswer: components["schemas"]["RateAnswer"] & {
            /** @description The situation. */
            context: string;
        };
        /** @description The event cannot be true if the log is: `evidence` names the revisions that stand against it, and `evidence_in_request` the events before it in the same request. If one of those is wrong, retract it, or leave it out; to keep such events in the log, open games with on_contradiction: quarantine. */
        ContradictionProblem: components["schemas"]["ProblemFields"] & {
            /** @description Revisions of the events that stand against the request. */
            evidence: number[];
            /** @description JSON pointer to the part of the body that is wrong. */
            pointer: string;
            /**
             * Format: int64
             * @description The last revision: of the game, or of the player's stream.
             */
            revision: number;
            /** @constant */
            status: 422;
            /** @constant */
            type: "/problems/contradiction";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/contradiction";
        };
        /** @description A page of the curve. */
        CurveAnswer: {
            /** @description One for every revision; what moves no belief, such as a note, leaves it as it was. */
            items: components["schemas"]["CurvePoint"][];
            /** @description Cursor of the next page; absent at the end. */
            next?: string;
        };
        /** @description A piece of evidence in short. */
        CurveMark: {
            /**
             * Format: double
             * @description KL(after || before) on the joint, in bits. At least 0.
             */
            information_gain_bits: number;
            /**
             * @description Who it came from.
             * @example seat:2
             */
            source: string;
            /** @description Whether it struck worlds, shifted weight, or moved things. */
            strength: components["schemas"]["Strength"];
            /** @description One sentence for people. */
            summary: string;
            /**
             * Format: double
             * @description -log2 of the expected likelihood, in bits. At least 0.
             */
            surprisal_bits: number;
            /** @description The kind of evidence, in the ruleset's words. */
            type: string;
        };
        /** @description An observer's belief after one event, in a few numbers. */
        CurvePoint: {
            /**
             * Format: double
             * @description 1 - entropy / log2 of the number of values that the public counts allow, in [0, 1].
             */
            confidence: number;
            /**
             * Format: double
             * @description Sum of the entropies of all variables that are not derived, in bits.
             */
            entropy_bits: number;
            /** @description What the event did to the belief, in short; `/evidence` has the whole of it. */
            evidence: components["schemas"]["CurveMark"][];
            /**
             * Format: double
             * @description Entropy of the joint distribution in bits; null where it is not known exactly.
             */
            joint_entropy_bits: number | null;
            /** @description Whether this observer's fold left the event out. */
            left_out?: boolean;
            /**
             * Format: int64
             * @description After which event.
             */
            revision: number;
            /**
             * Format: double
             * @description Sum of -log2 of what the belief gave to the true value of each variable that is not derived, as far as the truth is known, in bits; a
             *     value that it ruled out counts 20. Where the truth was asked for.
             */
            truth_bits?: number;
        };
        /** @description An event of this stream is missing or was changed; `revision` says where, as far as it is known. The stream is not served and takes no events, all others go on. `credence verify` names everything that is damaged; restore a backup, or set the stream aside with `credence repair`. */
        DamagedProblem: components["schemas"]["ProblemFields"] & {
            /** @constant */
            status: 500;
            /** @constant */
            type: "/problems/damaged";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/damaged";
        };
        Distributions: {
            [key: string]: {
                [key: string]: number;
            };
        };
        /** @description Which worlds to draw from a belief. */
        DrawRequest: {
            /** @description In which form: `now` (what is hidden now), or one that the ruleset's schemas name under `forms`; `now` if absent. */
            as?: string | null;
            /**
             * Format: int64
             * @description How many.
             */
            count: number;
            /**
             * Format: int64
             * @description World `i` depends on seed and `i` alone. Chosen by the server and told, where none is given.
             */
            seed?: number | null;
        };
        /** @description A page of the log. */
        EventList: {
            /** @description In the order of their revisions; fewer than `limit` where they come to more than a megabyte. */
            items: components["schemas"]["EventView"][];
            /** @description Cursor of the next page; absent at the end. */
            next?: string;
        };
        /** @description An event as a client sends it. */
        EventRequest: components["schemas"]["EveryGameEvent"] | components["schemas"]["CatanEvent"] | components["schemas"]["HeartsEvent"] | components["schemas"]["LiarsDiceEvent"] | components["schemas"]["PokemonRandbatsEvent"] | components["schemas"]["VintoEvent"];
        /** @description An event as an observer sees it. */
        EventView: components["schemas"]["EveryGameView"] | components["schemas"]["CatanView"] | components["schemas"]["HeartsView"] | components["schemas"]["LiarsDiceView"] | components["schemas"]["PokemonRandbatsView"] | components["schemas"]["VintoView"] | components["schemas"]["HiddenEvent"];
        /** @description An event that every game knows. */
        EveryGameEntry: components["schemas"]["FinishEntry"] | components["schemas"]["NoteEntry"] | components["schemas"]["OpeningEntry"] | components["schemas"]["RetractEntry"];
        /** @description An event that every game knows. */
        EveryGameEvent: components["schemas"]["FinishEvent"] | components["schemas"]["NoteEvent"] | components["schemas"]["RetractEvent"];
        /** @description An event that every game knows. */
        EveryGameView: components["schemas"]["FinishView"] | components["schemas"]["NoteView"] | components["schemas"]["OpeningView"] | components["schemas"]["RetractView"];
        /** @description What one aspect of one event did to the belief. */
        EvidenceAnswer: components["schemas"]["Piece"] & {
            /**
             * Format: int64
             * @description Revision of the retraction that put what stands there now in the event's place, where one did.
             */
            corrected_by?: number;
            /** @description Whose belief. */
            observer: string;
            /** @description Id of the key that reported the event, or its correction: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description The event.
             */
            revision: number;
        };
        /** @description A page of the timeline. */
        EvidenceList: {
            /** @description In the order of the events. Fewer than `limit`, or none, where what is wanted is rare in a long game: `next` goes on from there. */
            items: components["schemas"]["EvidenceAnswer"][];
            /** @description Cursor of the next page; absent at the end. */
            next?: string;
        };
        /** @description An explanation of a kind of problem. */
        Explanation: {
            /** @description What it means, and what to do. */
            explanation: string;
            /**
             * Format: int32
             * @description The status that goes with it.
             */
            status: number;
            /** @description The kind of problem in a few words. */
            title: string;
            /** @description Its path. */
            type: string;
        };
        /** @description All kinds of problem answers. */
        ExplanationList: {
            /** @description One entry a kind. */
            items: components["schemas"]["Explanation"][];
        };
        /** @description An event of the feed, as the observer sees it. */
        FeedEntry: components["schemas"]["EveryGameEntry"] | components["schemas"]["CatanEntry"] | components["schemas"]["HeartsEntry"] | components["schemas"]["LiarsDiceEntry"] | components["schemas"]["PokemonRandbatsEntry"] | components["schemas"]["VintoEntry"] | components["schemas"]["HiddenEntry"];
        /** @description A page of the feed. */
        FeedList: {
            /** @description Where to go on, now or later: what is recorded from now on follows it. */
            cursor: string;
            /** @description In the order in which they were recorded; fewer than `limit` where they, or their cursors, come to more than a megabyte. */
            items: components["schemas"]["FeedEntry"][];
            /** @description The same, where more stands already; absent at the end. With a filter a page may hold fewer events than its limit, and still have a next
             *     one. */
            next?: string;
        };
        /** @description The end: only retract and note may follow. */
        FinishEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: Record<string, never>;
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @enum {string} */
            ruleset: "catan" | "hearts" | "liars_dice" | "pokemon_randbats" | "vinto";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "finish";
        };
        /** @description The end: only retract and note may follow. */
        FinishEvent: {
            data?: Record<string, never>;
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "finish";
        };
        /** @description The end: only retract and note may follow. */
        FinishView: {
            data: Record<string, never>;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "finish";
        };
        /** @description A game. */
        GameAnswer: components["schemas"]["CatanGameAnswer"] | components["schemas"]["HeartsGameAnswer"] | components["schemas"]["LiarsDiceGameAnswer"] | components["schemas"]["PokemonRandbatsGameAnswer"] | components["schemas"]["VintoGameAnswer"];
        /** @description The game's events were erased with DELETE. Its id is not used again; what it settled about its players stays in their histories. */
        GameErasedProblem: components["schemas"]["ProblemFields"] & {
            /** @constant */
            status: 410;
            /** @constant */
            type: "/problems/game-erased";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/game-erased";
        };
        /** @description A game of this id exists, and was opened with another ruleset, or other seats, setup, parameters or on_contradiction; `detail` says which. PUT of an equal game is answered 200. */
        GameExistsProblem: components["schemas"]["ProblemFields"] & {
            /** @constant */
            status: 409;
            /** @constant */
            type: "/problems/game-exists";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/game-exists";
        };
        /** @description Only retract and note may follow a finish. Retract the finish to go on. */
        GameFinishedProblem: components["schemas"]["ProblemFields"] & {
            /** @constant */
            status: 409;
            /** @constant */
            type: "/problems/game-finished";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/game-finished";
        };
        /** @description A page of games. */
        GameList: {
            /** @description Newest first. A game whose row in the catalog is damaged is left out; asked for itself, it says so. */
            items: components["schemas"]["GameAnswer"][];
            /** @description Cursor of the next page; absent at the end. */
            next?: string;
        };
        /** @description Revision 0: everything that the game's beliefs depend on. */
        GameOpening: components["schemas"]["CatanGameOpening"] | components["schemas"]["HeartsGameOpening"] | components["schemas"]["LiarsDiceGameOpening"] | components["schemas"]["PokemonRandbatsGameOpening"] | components["schemas"]["VintoGameOpening"];
        /** @description An answer, with the type of its question. */
        HeartsAnswer: components["schemas"]["HeartsConfidenceAnswer"] | components["schemas"]["HeartsEntropyAnswer"] | components["schemas"]["HeartsExpectedPointsAnswer"] | components["schemas"]["HeartsHoldsAnswer"] | components["schemas"]["HeartsSuitLengthAnswer"] | components["schemas"]["HeartsUnseenAnswer"] | components["schemas"]["HeartsVoidAnswer"];
        /**
         * @description How entropies are summed. `suit`: Over the holders of each suit's cards. `seat`: Over the cards of a seat: for each card, whether the seat holds it.
         * @enum {string}
         */
        HeartsBy: "suit" | "seat";
        /** @description Rank, then suit: QS, TC, 2H. */
        HeartsCard: string;
        HeartsCards: components["schemas"]["HeartsCard"][];
        /**
         * @description What is asked of the points of a deal that ends before its last card. `checked`: All penalty points are given out, 26 in all, and nobody has fewer than the seat's tricks hold; or one seat shot the moon. `unchecked`: Nothing: the table scores such a deal as it likes.
         * @enum {string}
         */
        HeartsConcededPoints: "checked" | "unchecked";
        /** @description To `confidence`. */
        HeartsConfidenceAnswer: {
            /**
             * Format: double
             * @description 1 - entropy / log2 of the number of values that the public counts allow, over all cards that are out. In [0, 1].
             */
            confidence: number;
            /**
             * Format: double
             * @description Sum of the entropies of the cards' holders, in bits.
             */
            entropy_bits: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "confidence";
        };
        /** @description How much is known of all hands? */
        HeartsConfidenceQuery: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "confidence";
        };
        /** @description Thirteen cards to each seat; each sees its own. */
        HeartsDeal: {
            /**
             * Format: int64
             * @description Number of the deal in this game, from 0.
             */
            deal: number;
            /** @description Where cards are passed in this deal: that of the table's cycle. */
            direction: components["schemas"]["HeartsDirection"];
            /** @description Hands as far as the reporter knows them. */
            hands?: {
                [key: number]: components["schemas"]["HeartsCards"];
            };
        };
        /** @description The deal is scored, and what it taught of its players is remembered: without this event nothing is, also where the last card was played. May come before the thirteenth trick, where the rest was conceded; then the points are 26 in all too, unless the table's setup says that they are not checked. */
        HeartsDealEnd: {
            /** @description What each seat passed, where the table shows it afterwards. */
            passes?: {
                [key: number]: components["schemas"]["HeartsCards"];
            };
            /** @description Points of the deal by seat: as taken; or, after shooting the moon, 26 for the others or -26 for the shooter. */
            points: {
                [key: number]: number;
            };
        };
        /** @description The deal is scored, and what is left of it thrown in. */
        HeartsDealEndEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["HeartsDealEnd"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "hearts";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "deal_end";
        };
        /** @description The deal is scored, and what is left of it thrown in. */
        HeartsDealEndEvent: {
            data: components["schemas"]["HeartsDealEnd"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "deal_end";
        };
        /** @description The deal is scored, and what is left of it thrown in. */
        HeartsDealEndInstead: {
            data: components["schemas"]["HeartsDealEnd"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "deal_end";
        };
        /** @description The deal is scored, and what is left of it thrown in. */
        HeartsDealEndView: {
            data: components["schemas"]["HeartsDealEnd"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "deal_end";
        };
        /** @description Thirteen cards to each seat. */
        HeartsDealEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["HeartsDeal"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "hearts";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "deal";
        };
        /** @description Thirteen cards to each seat. */
        HeartsDealEvent: {
            data: components["schemas"]["HeartsDeal"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "deal";
        };
        /** @description Thirteen cards to each seat. */
        HeartsDealInstead: {
            data: components["schemas"]["HeartsDeal"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "deal";
        };
        /** @description Thirteen cards to each seat. */
        HeartsDealView: {
            data: components["schemas"]["HeartsDeal"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "deal";
        };
        /** @description A whole deal that leads to the world: dealing these hands, passing these cards and playing what was played leaves the hands of now. */
        HeartsDealWorld: {
            /**
             * Format: int64
             * @description Number of the deal in this game, from 0.
             */
            deal: number;
            /** @description Where cards are passed in it. */
            direction: components["schemas"]["HeartsDirection"];
            /** @description The thirteen cards that each seat was dealt. */
            hands: {
                [key: number]: components["schemas"]["HeartsCards"];
            };
            /** @description The three cards that each seat passed; empty where none are passed, or a seat has not passed yet. What the observer did not see is drawn, each three cards of those that may have been passed being equally likely. */
            passes: {
                [key: number]: components["schemas"]["HeartsCards"];
            };
            /** @description Cards played since, in order. */
            plays: components["schemas"]["HeartsCard"][];
        };
        /**
         * @description Where three cards go before the play. `left`: To the next seat. `right`: To the seat before. `across`: To the seat opposite. `hold`: Nowhere: no cards are passed.
         * @enum {string}
         */
        HeartsDirection: "left" | "right" | "across" | "hold";
        /** @description To `entropy`. */
        HeartsEntropyAnswer: {
            /** @description Bits by suit (`C`, `D`, `H`, `S`) or by seat (`0` to `3`). */
            bits: {
                [key: string]: number;
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "entropy";
        };
        /** @description How much is unknown, by suit or by seat? */
        HeartsEntropyQuery: {
            /** @description Which sums. */
            by: components["schemas"]["HeartsBy"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "entropy";
        };
        /** @description Hearts: who holds which card, from passes, voids and the way cards are played */
        HeartsEntry: components["schemas"]["HeartsDealEntry"] | components["schemas"]["HeartsDealEndEntry"] | components["schemas"]["HeartsPassEntry"] | components["schemas"]["HeartsPlayEntry"] | components["schemas"]["HeartsReceiveEntry"];
        /** @description Hearts: who holds which card, from passes, voids and the way cards are played */
        HeartsEvent: components["schemas"]["HeartsDealEvent"] | components["schemas"]["HeartsDealEndEvent"] | components["schemas"]["HeartsPassEvent"] | components["schemas"]["HeartsPlayEvent"] | components["schemas"]["HeartsReceiveEvent"];
        /** @description To `expected_points`. */
        HeartsExpectedPointsAnswer: {
            /**
             * Format: double
             * @description Expected points in the trick, whoever wins it.
             */
            points: number;
            /**
             * Format: double
             * @description Standard error of `takes`: it is a mean over sampled deals.
             */
            standard_error: number;
            /**
             * Format: double
             * @description Expected points that the seat takes: those of the trick where the card wins it.
             */
            takes: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "expected_points";
            /**
             * Format: double
             * @description P(the card wins the trick), in [0, 1].
             */
            wins: number;
            /**
             * Format: int64
             * @description How many deals were drawn. The draws are the same each time.
             */
            worlds: number;
        };
        /** @description What would the trick collect, if the seat played this card to it, and each seat after it any legal card with equal chance? */
        HeartsExpectedPointsQuery: {
            /** @description The card. */
            card: components["schemas"]["HeartsCard"];
            /** @description Who plays it: the seat whose turn it is, if absent. Before the first lead of a deal, any seat, with the two of clubs. */
            seat?: number | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "expected_points";
        };
        /** @description A game. */
        HeartsGameAnswer: {
            /** @description Hash of the last event, in hexadecimal; shown to the referee only. */
            chain_head?: string;
            /** @description Its id. */
            game: string;
            /** @description What becomes of an event that cannot be true. */
            on_contradiction?: components["schemas"]["OnContradiction"];
            /**
             * Format: date-time
             * @description When it was opened.
             */
            opened: string;
            parameters?: components["schemas"]["HeartsParameters"];
            /**
             * Format: int64
             * @description Revision of its last event.
             */
            revision: number;
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "hearts";
            /** @description Who sits where. */
            seats: components["schemas"]["SeatAnswer"][];
            setup?: components["schemas"]["HeartsSetup"];
            /** @description Whether it goes on. */
            status: components["schemas"]["Status"];
        };
        /** @description Revision 0: everything that the game's beliefs depend on. */
        HeartsGameOpening: {
            on_contradiction: components["schemas"]["OnContradiction"];
            parameters: components["schemas"]["HeartsParameters"];
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "hearts";
            /** @description Who sits where, each with what past games said. */
            seats: {
                [key: string]: unknown;
            }[];
            setup: components["schemas"]["HeartsSetup"];
        };
        /** @description To `holds`. */
        HeartsHoldsAnswer: {
            /**
             * Format: double
             * @description Probability, in [0, 1].
             */
            p: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "holds";
        };
        /** @description Does the seat hold the card? */
        HeartsHoldsQuery: {
            /** @description Which card. */
            card: components["schemas"]["HeartsCard"];
            /** @description Whose hand. */
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "holds";
        };
        /** @description Hearts: who holds which card, from passes, voids and the way cards are played */
        HeartsInstead: components["schemas"]["HeartsDealInstead"] | components["schemas"]["HeartsDealEndInstead"] | components["schemas"]["HeartsPassInstead"] | components["schemas"]["HeartsPlayInstead"] | components["schemas"]["HeartsReceiveInstead"];
        /** @description The probability of a number of cards. */
        HeartsLengthChance: {
            /** @description How many cards. */
            count: number;
            /**
             * Format: double
             * @description Probability, in (0, 1].
             */
            p: number;
        };
        /** @description A suit that a seat may be out of. */
        HeartsLikelyVoid: {
            /**
             * Format: double
             * @description Probability that the seat has none of it; 1 where that is certain.
             */
            p: number;
            /** @description The suit. */
            suit: components["schemas"]["HeartsSuit"];
        };
        /** @description An answer, or null where the table had none. */
        HeartsMaybeAnswer: components["schemas"]["HeartsAnswer"] | components["schemas"]["HeartsConfidenceAnswer"] | components["schemas"]["Unanswered"];
        /** @description A game to open. */
        HeartsOpenRequest: {
            /** @description What to do with an event that cannot be true. */
            on_contradiction?: components["schemas"]["OnContradiction"];
            parameters?: components["schemas"]["HeartsParameters"];
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "hearts";
            /** @description One entry a seat, in order. */
            seats: components["schemas"]["SeatRequest"][];
            setup?: components["schemas"]["HeartsSetup"];
        };
        /** @description What a client chooses of the model. */
        HeartsParameters: {
            /** @description Where the population's numbers come from: `learned` (default) from this server's games, `shipped` from the release alone. */
            population?: components["schemas"]["HeartsPopulationSource"] | null;
            /** @description `seed` replaces the soft likelihoods by the two of an earlier tracker, kept for comparison: 0.65 for the queen after a low spade, 1.15 for a suit of which a penalty card was thrown, nothing below 0.1. */
            preset?: components["schemas"]["HeartsPreset"] | null;
            /**
             * Format: double
             * @description Exponent of the soft likelihoods, 0 to 4: 1 by default, 0 leaves hard facts only.
             */
            soft_weight?: number | null;
        };
        /** @description Three cards laid aside for another seat; seen by the giver only. */
        HeartsPass: {
            /** @description The three cards. May be left out for a seat whose hand the log does not hold, and does not tell by holding the three others. */
            cards?: components["schemas"]["HeartsCards"] | null;
            /** @description Who gives. */
            seat: number;
            /** @description Who will receive. */
            to: number;
        };
        /** @description A seat laid three cards aside for another. They change hands when all four seats have done so. */
        HeartsPassEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["HeartsPass"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "hearts";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pass";
        };
        /** @description A seat laid three cards aside for another. They change hands when all four seats have done so. */
        HeartsPassEvent: {
            data: components["schemas"]["HeartsPass"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pass";
        };
        /** @description A seat laid three cards aside for another. They change hands when all four seats have done so. */
        HeartsPassInstead: {
            data: components["schemas"]["HeartsPass"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pass";
        };
        /** @description A seat laid three cards aside for another. They change hands when all four seats have done so. */
        HeartsPassView: {
            data: components["schemas"]["HeartsPass"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pass";
        };
        /** @description A card to the trick. Who wins a trick follows from its cards. */
        HeartsPlay: {
            /** @description Which card. */
            card: components["schemas"]["HeartsCard"];
            /** @description Who plays. */
            seat: number;
        };
        /** @description A card to the trick. */
        HeartsPlayEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["HeartsPlay"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "hearts";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "play";
        };
        /** @description A card to the trick. */
        HeartsPlayEvent: {
            data: components["schemas"]["HeartsPlay"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "play";
        };
        /** @description A card to the trick. */
        HeartsPlayInstead: {
            data: components["schemas"]["HeartsPlay"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "play";
        };
        /** @description A card to the trick. */
        HeartsPlayView: {
            data: components["schemas"]["HeartsPlay"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "play";
        };
        /**
         * @description Where a game's numbers of the population come from: the parameter `population` of rulesets that have the choice. `learned`: From the shipped numbers, drawn to what the players of this log taught together. An opening that was written before this could be chosen holds nothing that was taught. `shipped`: From the shipped numbers alone.
         * @enum {string}
         */
        HeartsPopulationSource: "learned" | "shipped";
        /**
         * @description A named choice of the model. `seed`: Two likelihoods without context.
         * @enum {string}
         */
        HeartsPreset: "seed";
        /** @description The answers, in the order of the questions. */
        HeartsQueriesAnswer: {
            /** @description One a question, with its `type`. */
            answers: components["schemas"]["HeartsAnswer"][];
            /**
             * Format: int64
             * @description After which event.
             */
            revision: number;
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "hearts";
        };
        /** @description A question of this game. */
        HeartsQuery: components["schemas"]["HeartsConfidenceQuery"] | components["schemas"]["HeartsEntropyQuery"] | components["schemas"]["HeartsExpectedPointsQuery"] | components["schemas"]["HeartsHoldsQuery"] | components["schemas"]["HeartsSuitLengthQuery"] | components["schemas"]["HeartsUnseenQuery"] | components["schemas"]["HeartsVoidQuery"];
        /** @description Three cards taken up; seen by the receiver only. Not before all four seats have passed. */
        HeartsReceive: {
            /** @description The three cards. */
            cards?: components["schemas"]["HeartsCards"] | null;
            /** @description Who gave. */
            from: number;
            /** @description Who receives. */
            seat: number;
        };
        /** @description A seat took up the three cards that were passed to it. */
        HeartsReceiveEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["HeartsReceive"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "hearts";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "receive";
        };
        /** @description A seat took up the three cards that were passed to it. */
        HeartsReceiveEvent: {
            data: components["schemas"]["HeartsReceive"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "receive";
        };
        /** @description A seat took up the three cards that were passed to it. */
        HeartsReceiveInstead: {
            data: components["schemas"]["HeartsReceive"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "receive";
        };
        /** @description A seat took up the three cards that were passed to it. */
        HeartsReceiveView: {
            data: components["schemas"]["HeartsReceive"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "receive";
        };
        /** @description House rules. Left out, they are those of most tables. */
        HeartsSetup: {
            /** @description Whether the points of a deal that ends before its last card must add up. Checked by default. */
            conceded_points?: components["schemas"]["HeartsConcededPoints"] | null;
            /** @description Hearts may not be led before one was thrown, unless nothing else is held. True by default. */
            hearts_must_be_broken?: boolean | null;
            /** @description The jack of diamonds is worth -10 points. False by default. */
            jack_of_diamonds?: boolean | null;
            /** @description Hearts and the queen of spades may not be thrown on the first trick, unless nothing else is held. True by default. */
            no_points_on_first_trick?: boolean | null;
            /** @description Where three cards go in each deal, again from the front after the last. Left, right, across, hold by default. */
            pass?: components["schemas"]["HeartsDirection"][] | null;
            /** @description The queen of spades breaks hearts too. True by default. */
            queen_breaks_hearts?: boolean | null;
        };
        /**
         * @description A suit, in the order in which cards are listed. `C`: Clubs. `D`: Diamonds. `H`: Hearts: a point each. `S`: Spades; their queen is worth 13 points.
         * @enum {string}
         */
        HeartsSuit: "C" | "D" | "H" | "S";
        /** @description To `suit_length`. */
        HeartsSuitLengthAnswer: {
            /** @description Probability of each number of cards; those of probability 0 are left out. */
            distribution: components["schemas"]["HeartsLengthChance"][];
            /**
             * Format: double
             * @description Expected number.
             */
            expected: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "suit_length";
        };
        /** @description How many cards of the suit does the seat hold? */
        HeartsSuitLengthQuery: {
            /** @description Whose hand. */
            seat: number;
            /** @description Which suit. */
            suit: components["schemas"]["HeartsSuit"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "suit_length";
        };
        /** @description What became of a move, and what holds after it. Everything in it is of one revision. */
        HeartsTurnAnswer: {
            /** @description One a question, in order; null where the table had no answer, and then `refused` says why. */
            answers: components["schemas"]["HeartsMaybeAnswer"][];
            /** @description One entry an event, in order. */
            appended: components["schemas"]["AppendedEvent"][];
            /** @description The observer's belief, or the variables of it that were asked for. */
            belief?: components["schemas"]["BeliefAnswer"];
            /** @description The game. */
            game: string;
            /** @description What is unusual about the events, although they were taken. */
            notices?: components["schemas"]["Notice"][];
            /** @description What was asked and could not be answered at this table. The events are recorded all the same. */
            refused?: components["schemas"]["RefusedPart"][];
            /**
             * Format: int64
             * @description Revision of the last event of the request; of the game, where the request had none.
             */
            revision: number;
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "hearts";
            worlds?: components["schemas"]["HeartsWorldsAnswer"];
        };
        /** @description To `unseen`. */
        HeartsUnseenAnswer: {
            /** @description Cards that it holds for certain. */
            certain: components["schemas"]["HeartsCards"];
            /** @description Cards in the hand. */
            count: number;
            /** @description Suits that it is out of with at least the threshold's probability. */
            likely_voids: components["schemas"]["HeartsLikelyVoid"][];
            /** @description Cards that it may hold. */
            possible: components["schemas"]["HeartsCards"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "unseen";
        };
        /** @description A seat's hand as a bot that thinks in sets sees it: what it may hold, what it holds, and where it is out of a suit. */
        HeartsUnseenQuery: {
            /** @description Whose hand. */
            seat: number;
            /**
             * Format: double
             * @description Probability from which a void is listed, above 0.5 and at most 1; 0.8 if absent. 1 lists certain voids only.
             */
            threshold?: number | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "unseen";
        };
        /** @description Hearts: who holds which card, from passes, voids and the way cards are played */
        HeartsView: components["schemas"]["HeartsDealView"] | components["schemas"]["HeartsDealEndView"] | components["schemas"]["HeartsPassView"] | components["schemas"]["HeartsPlayView"] | components["schemas"]["HeartsReceiveView"];
        /** @description To `void`. */
        HeartsVoidAnswer: {
            /**
             * Format: double
             * @description Probability, in [0, 1].
             */
            p: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "void";
        };
        /** @description Has the seat no card of the suit? */
        HeartsVoidQuery: {
            /** @description Whose hand. */
            seat: number;
            /** @description Which suit. */
            suit: components["schemas"]["HeartsSuit"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "void";
        };
        /** @description The cards in each hand. */
        HeartsWorld: {
            /** @description By seat, in order. */
            hands: {
                [key: number]: components["schemas"]["HeartsCards"];
            };
        };
        /** @description One world. Worlds are drawn as often as they are probable, so that a plain average over them is the right one wherever `importance` is
         *     null; weighing them by their probability would count it twice. */
        HeartsWorldAnswer: {
            /**
             * Format: double
             * @description By what the world has to be weighed in an average: above 0 and about 1 on average, or 0 for a draw that came to nothing. Null
             *     where all draws count alike, as they do unless the method is `sampled`.
             */
            importance: number | null;
            /**
             * Format: double
             * @description Natural logarithm of the world's probability under the belief. It is no weight: a probable world is drawn often already. Null where
             *     it is not known, because the draws are weighted.
             */
            ln_probability: number | null;
            /** @description A world, in the form that was asked for. */
            world: components["schemas"]["HeartsDealWorld"] | components["schemas"]["HeartsWorld"];
        };
        /** @description Sampled worlds. */
        HeartsWorldsAnswer: {
            /**
             * Format: int64
             * @description How many.
             */
            count: number;
            /**
             * Format: double
             * @description Probability lost to caps on tracked worlds.
             */
            dropped_mass: number;
            /**
             * Format: double
             * @description How many independent draws they are worth.
             */
            effective_sample_size: number;
            /** @description How the belief was worked out. */
            method: components["schemas"]["Method"];
            /**
             * Format: int64
             * @description Draws that were thrown away on the way.
             */
            rejected: number;
            /**
             * Format: int64
             * @description After which event.
             */
            revision: number;
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "hearts";
            /**
             * Format: int64
             * @description The seed that draws them again.
             */
            seed: number;
            /** @description The worlds, in order of their index. */
            worlds: components["schemas"]["HeartsWorldAnswer"][];
        };
        /** @description There is an event, and nothing of it may be seen. */
        HiddenEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            /** @description The game. */
            game: string;
            /** @description Always true. */
            hidden: boolean;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /**
             * @description Absent where the game cannot be read.
             * @enum {string}
             */
            ruleset?: "catan" | "hearts" | "liars_dice" | "pokemon_randbats" | "vinto";
        };
        /** @description There is an event, and nothing of it may be seen. */
        HiddenEvent: {
            /** @description Always true. */
            hidden: boolean;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
        };
        /** @description Something that was settled about a player, or a correction of it. */
        HistoryAnswer: {
            /**
             * Format: int64
             * @description The game's event whose observations are corrected, in a correction.
             */
            corrects?: number;
            /** @description The game that it was settled in. */
            game: string;
            /** @description Where to read more. */
            links: components["schemas"]["LinksAnswer"];
            /** @description What holds instead, in a correction. */
            now?: {
                [key: string]: unknown;
            }[];
            /** @description `{"count": {tendency, context, successes, opportunities}}` or `{"accuracy": {value}}`; absent in a correction. */
            observed?: {
                [key: string]: unknown;
            };
            /**
             * Format: int64
             * @description Revision of the player's stream: `?revision=` of the player gives what was known then.
             */
            player_revision: number;
            /**
             * Format: int64
             * @description The game's event that settled it; of a correction, the retraction.
             */
            revision: number;
            /** @description The ruleset. */
            ruleset: string;
            /** @description The player's seat in that game. */
            seat: number;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            time: string;
            /**
             * Format: double
             * @description Trust after it, where it moved trust: read along the history, the trust curve.
             */
            trust?: number;
            /** @description What does not hold any more, in a correction. */
            was?: {
                [key: string]: unknown;
            }[];
        };
        /** @description A page of a player's history. */
        HistoryList: {
            /** @description Newest first. Fewer than `limit`, or none, where what is wanted is rare: `next` goes on from there. */
            items: components["schemas"]["HistoryAnswer"][];
            /** @description Cursor of the next page; absent at the end. */
            next?: string;
        };
        /** @description Without keys the server answers requests for this machine only (localhost, 127.0.0.1, [::1]), so that a web page elsewhere cannot reach in. Name further hosts with --allow-host. */
        HostProblem: components["schemas"]["ProblemFields"] & {
            /** @description Name of the parameter or header that is wrong. */
            parameter: string;
            /** @constant */
            status: 403;
            /** @constant */
            type: "/problems/host";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/host";
        };
        /** @description In a batch, events that are recorded already may stand at the front only, where a retry has grown; and no id may stand twice. */
        IdMisplacedProblem: components["schemas"]["ProblemFields"] & {
            /** @description JSON pointer to the part of the body that is wrong. */
            pointer: string;
            /** @constant */
            status: 409;
            /** @constant */
            type: "/problems/id-misplaced";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/id-misplaced";
        };
        /** @description An event with this id is in the log with another type or other data; `revision` says where. Give a new event a new id. */
        IdReusedProblem: components["schemas"]["ProblemFields"] & {
            /** @description JSON pointer to the part of the body that is wrong. */
            pointer: string;
            /**
             * Format: int64
             * @description The last revision: of the game, or of the player's stream.
             */
            revision: number;
            /** @constant */
            status: 409;
            /** @constant */
            type: "/problems/id-reused";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/id-reused";
        };
        /** @description The event that is right, of the game's ruleset. */
        Instead: components["schemas"]["CatanInstead"] | components["schemas"]["HeartsInstead"] | components["schemas"]["LiarsDiceInstead"] | components["schemas"]["PokemonRandbatsInstead"] | components["schemas"]["VintoInstead"];
        /** @description The failure was logged under the request's id. Appended events that were acknowledged are safe. */
        InternalProblem: components["schemas"]["ProblemFields"] & {
            /** @constant */
            status: 500;
            /** @constant */
            type: "/problems/internal";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/internal";
        };
        /** @description A key, without its secret. */
        KeyAnswer: {
            /**
             * Format: date-time
             * @description From when on it is refused.
             */
            expires?: string;
            /** @description The game that it is for, where it is a seat's. */
            game?: string;
            /** @description Its id: what it is listed and revoked by, and what events name as their `reporter`. It is no secret. */
            id: string;
            /**
             * Format: date-time
             * @description The last day on which it was used: midnight UTC. No more is kept.
             */
            last_used?: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            made: string;
            /** @description What people call it. */
            name?: string;
            /**
             * Format: date-time
             * @description When it was revoked.
             */
            revoked?: string;
            /** @description What may be done with it. */
            role: string;
            /** @description The seat in that game. */
            seat?: number;
        };
        /** @description A page of keys. */
        KeyList: {
            /** @description Newest first. */
            items: components["schemas"]["KeyAnswer"][];
            /** @description Cursor of the next page; absent at the end. */
            next?: string;
        };
        /** @description A key to make. */
        KeyRequest: {
            /**
             * Format: date-time
             * @description From when on it is refused; never, if absent.
             */
            expires?: string | null;
            /** @description The game that it is for, where the role is `seat`. */
            game?: string | null;
            /** @description What people call it: up to 200 bytes. */
            name?: string | null;
            /** @description What may be done with it. */
            role: components["schemas"]["RoleName"];
            seat?: number | null;
        };
        /** @description How far a server that only reads is behind those who write. */
        Lag: {
            /**
             * Format: int64
             * @description Bytes of write-ahead log that have arrived and are not replayed; absent where none ever arrived.
             */
            bytes?: number;
            /** @description Whether the standby is connected to its primary. Where it is not, what was written since is not known here. */
            receiving: boolean;
            /**
             * Format: double
             * @description Seconds that what is read may be behind: 0 where all that was sent is replayed, else the age of the last commit that is.
             */
            seconds?: number;
            /** @description Whether its database is a standby. */
            standby: boolean;
        };
        /** @description A rate by what the players of a log taught. */
        LearnedRateAnswer: {
            /** @description The rate lies between these with probability 0.9. */
            interval_90: number[];
            /**
             * Format: double
             * @description Expected rate.
             */
            mean: number;
            /** @description What the rate of a player of this log is taken to be who was never seen before. */
            prior: components["schemas"]["PriorAnswer"];
        };
        /** @description To `accuracy`. */
        LiarsDiceAccuracyAnswer: {
            /**
             * Format: double
             * @description Mean over the seat's revealed bids in this game of min(1, 2 x own dice that show the face / own dice); `null` before the first.
             */
            accuracy: number | null;
            /**
             * Format: int64
             * @description How many revealed bids.
             */
            bids: number;
            /** @description How often the player bluffs, by situation and dice left: earlier games as the opening holds them, and every revealed round of this one. What was counted, whatever the parameters let the belief use of it. */
            bluff_rate: {
                [key: string]: components["schemas"]["LiarsDiceRate"];
            };
            /**
             * Format: double
             * @description Share of those bids that were true; `null` before the first.
             */
            truthful: number | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "accuracy";
        };
        /** @description How well did a player's bids fit its dice? */
        LiarsDiceAccuracyQuery: {
            /** @description Whose bids. */
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "accuracy";
        };
        /** @description An answer, with the type of its question. */
        LiarsDiceAnswer: components["schemas"]["LiarsDiceAccuracyAnswer"] | components["schemas"]["LiarsDiceBestResponseAnswer"] | components["schemas"]["LiarsDiceBidsAnswer"] | components["schemas"]["LiarsDiceFacePopularityAnswer"] | components["schemas"]["LiarsDiceFaceTotalAnswer"] | components["schemas"]["LiarsDiceHandAnswer"] | components["schemas"]["LiarsDicePlausibilityAnswer"] | components["schemas"]["LiarsDiceTrustAnswer"];
        /** @description To `best_response`. */
        LiarsDiceBestResponseAnswer: {
            /** @description Every legal bid, by face and quantity. */
            bids: components["schemas"]["LiarsDiceBidChance"][];
            /**
             * Format: double
             * @description P(the standing bid is false): how likely a call wins. `null` where nothing stands.
             */
            call: number | null;
            /**
             * Format: double
             * @description P(the standing bid is exactly right). `null` where that may not be called.
             */
            exact: number | null;
            /** @description Who is to act. */
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "best_response";
        };
        /** @description What can the seat that is to act expect of each thing that it may do? */
        LiarsDiceBestResponseQuery: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "best_response";
        };
        /** @description A bid: all cups together hold at least `quantity` dice of `face`, wild ones counted. */
        LiarsDiceBid: {
            /** @description 1 to 6. */
            face: number;
            /** @description At least so many dice. */
            quantity: number;
            /** @description Who bids. */
            seat: number;
        };
        /** @description What is to be expected of a bid. */
        LiarsDiceBidChance: {
            /** @description 1 to 6. */
            face: number;
            /**
             * Format: double
             * @description P(the next seat calls it), as that seat is believed to behave.
             */
            p_called: number;
            /**
             * Format: double
             * @description P(the next seat calls it, and it is false).
             */
            p_caught: number;
            /**
             * Format: double
             * @description P(it is exactly right).
             */
            p_exactly: number;
            /**
             * Format: double
             * @description P(it is true).
             */
            p_true: number;
            /** @description At least so many dice. */
            quantity: number;
        };
        /**
         * @description Which bids may follow which. `perudo`: More dice of any face, or as many of a higher one. Going to the wild face takes at least half as many, rounded up; coming back from it at least twice as many and one. `reset_face`: More dice of any face, or as many of a higher one; the wild face is a face like others. `reset_quantity`: Any number of a higher face, or more dice of the same one.
         * @enum {string}
         */
        LiarsDiceBidding: "perudo" | "reset_face" | "reset_quantity";
        /** @description A bid. */
        LiarsDiceBidEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["LiarsDiceBid"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "liars_dice";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bid";
        };
        /** @description A bid. */
        LiarsDiceBidEvent: {
            data: components["schemas"]["LiarsDiceBid"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bid";
        };
        /** @description A bid. */
        LiarsDiceBidInstead: {
            data: components["schemas"]["LiarsDiceBid"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bid";
        };
        /** @description To `bids`. */
        LiarsDiceBidsAnswer: {
            /** @description The bids in order. */
            bids: components["schemas"]["LiarsDicePastBid"][];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bids";
        };
        /** @description The bids of this game, in order. */
        LiarsDiceBidsQuery: {
            /** @description Only of this face, 1 to 6. */
            face?: number | null;
            /** @description Only of this round, from 1. */
            round?: number | null;
            /** @description Only of this seat. */
            seat?: number | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bids";
        };
        /** @description A bid. */
        LiarsDiceBidView: {
            data: components["schemas"]["LiarsDiceBid"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bid";
        };
        /** @description The seat does not believe the standing bid. */
        LiarsDiceCall: {
            /** @description Who calls. */
            seat: number;
        };
        /** @description The standing bid is called a lie. */
        LiarsDiceCallEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["LiarsDiceCall"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "liars_dice";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "call";
        };
        /** @description The standing bid is called a lie. */
        LiarsDiceCallEvent: {
            data: components["schemas"]["LiarsDiceCall"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "call";
        };
        /** @description The standing bid is called a lie. */
        LiarsDiceCallInstead: {
            data: components["schemas"]["LiarsDiceCall"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "call";
        };
        /** @description The standing bid is called a lie. */
        LiarsDiceCallView: {
            data: components["schemas"]["LiarsDiceCall"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "call";
        };
        /** @description The probability of a number of dice. */
        LiarsDiceCountChance: {
            /**
             * Format: int64
             * @description How many.
             */
            count: number;
            /**
             * Format: double
             * @description Probability, in (0, 1].
             */
            p: number;
        };
        /** @description Dice that the call cost or won: `delta` of them, after which the seat has `left`. */
        LiarsDiceDiceChange: {
            /**
             * Format: int8
             * @description How many more; below 0 where they are lost.
             */
            delta: number;
            /** @description Dice that the seat then has; 0 is out. */
            left: number;
            /** @description Whose dice. */
            seat: number;
        };
        /** @description Dice are lost or won. */
        LiarsDiceDiceChangeEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["LiarsDiceDiceChange"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "liars_dice";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "dice_change";
        };
        /** @description Dice are lost or won. */
        LiarsDiceDiceChangeEvent: {
            data: components["schemas"]["LiarsDiceDiceChange"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "dice_change";
        };
        /** @description Dice are lost or won. */
        LiarsDiceDiceChangeInstead: {
            data: components["schemas"]["LiarsDiceDiceChange"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "dice_change";
        };
        /** @description Dice are lost or won. */
        LiarsDiceDiceChangeView: {
            data: components["schemas"]["LiarsDiceDiceChange"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "dice_change";
        };
        /** @description Liar's dice (Perudo): which dice lie under whose cup, from bids, calls and what reveals taught */
        LiarsDiceEntry: components["schemas"]["LiarsDiceBidEntry"] | components["schemas"]["LiarsDiceCallEntry"] | components["schemas"]["LiarsDiceDiceChangeEntry"] | components["schemas"]["LiarsDiceExactEntry"] | components["schemas"]["LiarsDiceRevealEntry"] | components["schemas"]["LiarsDiceRollEntry"] | components["schemas"]["LiarsDiceRoundEntry"];
        /** @description Liar's dice (Perudo): which dice lie under whose cup, from bids, calls and what reveals taught */
        LiarsDiceEvent: components["schemas"]["LiarsDiceBidEvent"] | components["schemas"]["LiarsDiceCallEvent"] | components["schemas"]["LiarsDiceDiceChangeEvent"] | components["schemas"]["LiarsDiceExactEvent"] | components["schemas"]["LiarsDiceRevealEvent"] | components["schemas"]["LiarsDiceRollEvent"] | components["schemas"]["LiarsDiceRoundEvent"];
        /** @description The seat says that the standing bid is exactly right. */
        LiarsDiceExact: {
            /** @description Who calls. */
            seat: number;
        };
        /**
         * @description Who may say that the standing bid is exactly right. `turn`: The seat to act. `others`: Every seat with dice but the one to act and the bidder. `anyone`: Every seat with dice but the bidder.
         * @enum {string}
         */
        LiarsDiceExactBy: "turn" | "others" | "anyone";
        /** @description The standing bid is said to be exactly right. */
        LiarsDiceExactEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["LiarsDiceExact"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "liars_dice";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "exact";
        };
        /** @description The standing bid is said to be exactly right. */
        LiarsDiceExactEvent: {
            data: components["schemas"]["LiarsDiceExact"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "exact";
        };
        /** @description The standing bid is said to be exactly right. */
        LiarsDiceExactInstead: {
            data: components["schemas"]["LiarsDiceExact"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "exact";
        };
        /** @description The standing bid is said to be exactly right. */
        LiarsDiceExactView: {
            data: components["schemas"]["LiarsDiceExact"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "exact";
        };
        /** @description To `face_popularity`. */
        LiarsDiceFacePopularityAnswer: {
            /**
             * Format: int64
             * @description Bids that name the face.
             */
            bids: number;
            /**
             * Format: int64
             * @description All bids.
             */
            of: number;
            /**
             * Format: double
             * @description Share of the bids that name the face; `null` where nobody bid.
             */
            share: number | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "face_popularity";
        };
        /** @description How often was a face bid, by all players? */
        LiarsDiceFacePopularityQuery: {
            /** @description 1 to 6. */
            face: number;
            /** @description The latest rounds that count, the one that is being played included (so 0 counts none); without it, all. */
            recent_rounds?: number | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "face_popularity";
        };
        /** @description To `face_total`. */
        LiarsDiceFaceTotalAnswer: {
            /** @description Probability of each number of dice. */
            distribution: components["schemas"]["LiarsDiceCountChance"][];
            /**
             * Format: double
             * @description Expected number.
             */
            expected: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "face_total";
        };
        /** @description How many dice on the table count for a face? */
        LiarsDiceFaceTotalQuery: {
            /** @description 1 to 6. */
            face: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "face_total";
        };
        /** @description A game. */
        LiarsDiceGameAnswer: {
            /** @description Hash of the last event, in hexadecimal; shown to the referee only. */
            chain_head?: string;
            /** @description Its id. */
            game: string;
            /** @description What becomes of an event that cannot be true. */
            on_contradiction?: components["schemas"]["OnContradiction"];
            /**
             * Format: date-time
             * @description When it was opened.
             */
            opened: string;
            parameters?: components["schemas"]["LiarsDiceParameters"];
            /**
             * Format: int64
             * @description Revision of its last event.
             */
            revision: number;
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "liars_dice";
            /** @description Who sits where. */
            seats: components["schemas"]["SeatAnswer"][];
            setup?: components["schemas"]["LiarsDiceSetup"];
            /** @description Whether it goes on. */
            status: components["schemas"]["Status"];
        };
        /** @description Revision 0: everything that the game's beliefs depend on. */
        LiarsDiceGameOpening: {
            on_contradiction: components["schemas"]["OnContradiction"];
            parameters: components["schemas"]["LiarsDiceParameters"];
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "liars_dice";
            /** @description Who sits where, each with what past games said. */
            seats: {
                [key: string]: unknown;
            }[];
            setup: components["schemas"]["LiarsDiceSetup"];
        };
        /** @description To `hand`. */
        LiarsDiceHandAnswer: {
            /** @description Dice under the cup. */
            dice: number;
            /** @description Probability of each hand, likeliest first; a hand is its faces in ascending order: `11346`. */
            hands: components["schemas"]["LiarsDiceHandChance"][];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "hand";
        };
        /** @description The probability of a hand. */
        LiarsDiceHandChance: {
            /** @description Faces in ascending order. */
            hand: string;
            /**
             * Format: double
             * @description Probability, in (0, 1].
             */
            p: number;
        };
        /** @description Which dice does the seat hold? */
        LiarsDiceHandQuery: {
            /** @description Whose dice. */
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "hand";
        };
        /** @description Liar's dice (Perudo): which dice lie under whose cup, from bids, calls and what reveals taught */
        LiarsDiceInstead: components["schemas"]["LiarsDiceBidInstead"] | components["schemas"]["LiarsDiceCallInstead"] | components["schemas"]["LiarsDiceDiceChangeInstead"] | components["schemas"]["LiarsDiceExactInstead"] | components["schemas"]["LiarsDiceRevealInstead"] | components["schemas"]["LiarsDiceRollInstead"] | components["schemas"]["LiarsDiceRoundInstead"];
        /**
         * @description Which face may be bid in a maputa round after the first bid. `kept`: That of the first bid. `one_die`: That of the bid before; a seat with one die may go to another, as `bidding` lets it where no face is wild.
         * @enum {string}
         */
        LiarsDiceMaputaFace: "kept" | "one_die";
        /**
         * @description Which of the rounds whose starter has one die are maputa rounds. `one_die`: All of them. `just_dropped`: Those whose starter had more than one die in the round before, while more than two seats are in. The first round of a log has no round before it, and is none.
         * @enum {string}
         */
        LiarsDiceMaputaWhen: "one_die" | "just_dropped";
        /** @description An answer, or null where the table had none. */
        LiarsDiceMaybeAnswer: components["schemas"]["LiarsDiceAnswer"] | components["schemas"]["LiarsDiceAccuracyAnswer"] | components["schemas"]["Unanswered"];
        /** @description One probability by two models. */
        LiarsDiceModels: {
            /**
             * Format: double
             * @description The belief.
             */
            bayes: number;
            /**
             * Format: double
             * @description The seed's collective plausibility. A score in [0, 1], not a probability.
             */
            seed: number;
        };
        /** @description A game to open. */
        LiarsDiceOpenRequest: {
            /** @description What to do with an event that cannot be true. */
            on_contradiction?: components["schemas"]["OnContradiction"];
            parameters?: components["schemas"]["LiarsDiceParameters"];
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "liars_dice";
            /** @description One entry a seat, in order. */
            seats: components["schemas"]["SeatRequest"][];
            setup?: components["schemas"]["LiarsDiceSetup"];
        };
        /** @description What a client chooses of the model. The switches govern what a belief uses, never what is recorded. */
        LiarsDiceParameters: {
            /** @description Whether dice are inferred from bids at all; if not, unseen dice are uniform: true. */
            bayesian_sampling?: boolean | null;
            /** @description Whether a player's own habits are used (which faces it bids, what it calls) in place of the population's: true. */
            betting_history_enabled?: boolean | null;
            /** @description Revealed rounds of this game, the latest ones, by which a belief judges what each player usually does, 0 to 100: 10. In which way each plays, and trust, follow from all of them. With 0 a game teaches it nothing of its players. The round that is being played is no memory: its bids always count. */
            history_memory_rounds?: number | null;
            /** @description Whether a player's own honesty is used (bluffs, bids that its dice back) in place of the population's: true. */
            player_trust_enabled?: boolean | null;
            /** @description Whose habits a player is believed to have who is not known: `learned`, the shipped ones drawn to what the players of this log taught, or `shipped`, those alone: `learned`. An opening that was written before this could be chosen holds nothing that was taught. */
            population?: components["schemas"]["LiarsDicePopulationSource"] | null;
            /** @description `seed`: all switches off, and where `bayesian_sampling` is on, the dice are weighed by the formula of an earlier tracker. */
            preset?: components["schemas"]["LiarsDicePreset"] | null;
            /**
             * Format: double
             * @description How fast trust moves, 0 to 1: 0.1.
             */
            trust_learning_rate?: number | null;
        };
        /** @description A bid of this game. */
        LiarsDicePastBid: {
            /** @description Dice that the seat had. */
            dice: number;
            /** @description 1 to 6. */
            face: number;
            /** @description What it held; `null` before the reveal. */
            hand: string | null;
            /** @description At least so many dice. */
            quantity: number;
            /**
             * Format: int64
             * @description The round, from 1.
             */
            round: number;
            /** @description Who. */
            seat: number;
            /** @description Whether the bid was true; `null` before the reveal. */
            truth: boolean | null;
        };
        /** @description To `plausibility`. */
        LiarsDicePlausibilityAnswer: {
            /**
             * Format: double
             * @description P(at least so many), in [0, 1].
             */
            at_least: number;
            /**
             * Format: double
             * @description P(exactly so many), in [0, 1].
             */
            exactly: number;
            /** @description `at_least` by both models: `bayes`, the belief, which is `at_least` again; and `seed`. */
            models: components["schemas"]["LiarsDiceModels"];
            /** @description What the figure `seed` is made of. */
            seed: components["schemas"]["LiarsDiceSeedTerms"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "plausibility";
        };
        /** @description Are there at least, and exactly, so many dice of a face, wild ones counted? */
        LiarsDicePlausibilityQuery: {
            /** @description 1 to 6. */
            face: number;
            /** @description How many dice. */
            quantity: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "plausibility";
        };
        /**
         * @description Where a game's numbers of the population come from: the parameter `population` of rulesets that have the choice. `learned`: From the shipped numbers, drawn to what the players of this log taught together. An opening that was written before this could be chosen holds nothing that was taught. `shipped`: From the shipped numbers alone.
         * @enum {string}
         */
        LiarsDicePopulationSource: "learned" | "shipped";
        /**
         * @description A named choice of parameters. `seed`: The defaults and the dice formula of an earlier tracker, kept for comparison.
         * @enum {string}
         */
        LiarsDicePreset: "seed";
        /** @description The answers, in the order of the questions. */
        LiarsDiceQueriesAnswer: {
            /** @description One a question, with its `type`. */
            answers: components["schemas"]["LiarsDiceAnswer"][];
            /**
             * Format: int64
             * @description After which event.
             */
            revision: number;
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "liars_dice";
        };
        /** @description A question of this game. */
        LiarsDiceQuery: components["schemas"]["LiarsDiceAccuracyQuery"] | components["schemas"]["LiarsDiceBestResponseQuery"] | components["schemas"]["LiarsDiceBidsQuery"] | components["schemas"]["LiarsDiceFacePopularityQuery"] | components["schemas"]["LiarsDiceFaceTotalQuery"] | components["schemas"]["LiarsDiceHandQuery"] | components["schemas"]["LiarsDicePlausibilityQuery"] | components["schemas"]["LiarsDiceTrustQuery"];
        /** @description A rate with what it rests on. */
        LiarsDiceRate: {
            /**
             * Format: double
             * @description The rate is below this with probability 0.95.
             */
            high: number;
            /**
             * Format: double
             * @description The rate is above this with probability 0.95.
             */
            low: number;
            /**
             * Format: double
             * @description Expected rate.
             */
            mean: number;
            /**
             * Format: double
             * @description How often it could have been done.
             */
            opportunities: number;
            /**
             * Format: double
             * @description How often it was done.
             */
            successes: number;
        };
        /** @description All cups are lifted after a call: the dice of every seat that is in. It ends the round and settles what each player's bids were worth. */
        LiarsDiceReveal: {
            /** @description Faces, 1 to 6, by seat. */
            hands: {
                [key: number]: number[];
            };
        };
        /** @description All cups are lifted, which ends the round. */
        LiarsDiceRevealEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["LiarsDiceReveal"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "liars_dice";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reveal";
        };
        /** @description All cups are lifted, which ends the round. */
        LiarsDiceRevealEvent: {
            data: components["schemas"]["LiarsDiceReveal"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reveal";
        };
        /** @description All cups are lifted, which ends the round. */
        LiarsDiceRevealInstead: {
            data: components["schemas"]["LiarsDiceReveal"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reveal";
        };
        /** @description All cups are lifted, which ends the round. */
        LiarsDiceRevealView: {
            data: components["schemas"]["LiarsDiceReveal"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reveal";
        };
        /** @description The dice under a seat's cup in this round. Only that seat sees it; others' rolls need no event. */
        LiarsDiceRoll: {
            /** @description Faces, 1 to 6, in any order. */
            dice: number[];
            /** @description Whose cup. */
            seat: number;
        };
        /** @description The dice of one seat; seen by it only. */
        LiarsDiceRollEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["LiarsDiceRoll"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "liars_dice";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "roll";
        };
        /** @description The dice of one seat; seen by it only. */
        LiarsDiceRollEvent: {
            data: components["schemas"]["LiarsDiceRoll"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "roll";
        };
        /** @description The dice of one seat; seen by it only. */
        LiarsDiceRollInstead: {
            data: components["schemas"]["LiarsDiceRoll"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "roll";
        };
        /** @description The dice of one seat; seen by it only. */
        LiarsDiceRollView: {
            data: components["schemas"]["LiarsDiceRoll"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "roll";
        };
        /** @description A round begins, and all dice are rolled anew. Only seats still in are listed. The first round of the log may be in the middle of a game; every later one must say what the dice changes left. */
        LiarsDiceRound: {
            /** @description Dice of each seat that is in. */
            dice: {
                [key: number]: number;
            };
            /** @description Who bids first: any seat that is in. Tables differ in who begins after a call (its loser, its winner, the next seat where the loser is out), so nothing else is checked. */
            starter: number;
        };
        /** @description A round begins: all dice are rolled anew. */
        LiarsDiceRoundEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["LiarsDiceRound"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "liars_dice";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "round";
        };
        /** @description A round begins: all dice are rolled anew. */
        LiarsDiceRoundEvent: {
            data: components["schemas"]["LiarsDiceRound"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "round";
        };
        /** @description A round begins: all dice are rolled anew. */
        LiarsDiceRoundInstead: {
            data: components["schemas"]["LiarsDiceRound"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "round";
        };
        /** @description A round begins: all dice are rolled anew. */
        LiarsDiceRoundView: {
            data: components["schemas"]["LiarsDiceRound"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "round";
        };
        /** @description What the seed's collective plausibility is made of. */
        LiarsDiceSeedTerms: {
            /**
             * Format: double
             * @description Trust-weighted accuracy of the remembered bids on the face; `null` where there is none or history is off.
             */
            accuracy: number | null;
            /**
             * Format: double
             * @description P(at least so many), where unseen dice are uniform.
             */
            base: number;
            /**
             * Format: double
             * @description Share of the face among the bids of the last three rounds; `null` where nobody bid or history is off.
             */
            popularity: number | null;
        };
        /** @description What one could read off the box and the house rules. Everything left out is as most programs play Perudo; where printed rules of it differ, `exact_by`, `maputa_face` and `open_wild` say so. */
        LiarsDiceSetup: {
            /** @description Which bids may follow which: `perudo`. */
            bidding?: components["schemas"]["LiarsDiceBidding"] | null;
            /** @description Dice that every seat begins with, 1 to 8: 5. */
            dice?: number | null;
            /** @description Whether calls cost and win dice: true. With false every round is played with the same dice, exact calls win, take and cost none, and a whole game may be one round. */
            dice_lost?: boolean | null;
            /** @description Who may say so, where the table has it: `turn`. */
            exact_by?: components["schemas"]["LiarsDiceExactBy"] | null;
            /** @description Whether it may be said that the standing bid is exactly right: true. */
            exact_call?: boolean | null;
            /** @description Dice that a wrong exact call costs its caller, 0 to 5: 1. */
            exact_costs?: number | null;
            /** @description Dice that a right exact call takes from the bidder, 0 to 5: 1. */
            exact_takes?: number | null;
            /** @description Dice that a right exact call wins for its caller, 0 to 5: 1. */
            exact_wins?: number | null;
            /** @description Whether a round whose starter has one die is a maputa round (no wild face, and the first bid's face is kept): true. */
            maputa?: boolean | null;
            /** @description Which face may be bid in a maputa round after the first bid: `kept`. */
            maputa_face?: components["schemas"]["LiarsDiceMaputaFace"] | null;
            /** @description Which rounds with such a starter are maputa rounds, where the table has them: `one_die`, each of them. */
            maputa_when?: components["schemas"]["LiarsDiceMaputaWhen"] | null;
            /** @description Most dice that a seat may come to hold by winning some back, `dice` to 10: 8. */
            most_dice?: number | null;
            /** @description Whether the wild face counts as every other face: true. */
            ones_wild?: boolean | null;
            /** @description Whether a round may be opened with a bid of its wild face: true. */
            open_wild?: boolean | null;
            /** @description Which face is wild, where one is: `ones`. */
            wild_face?: components["schemas"]["LiarsDiceWildFace"] | null;
        };
        /** @description To `trust`. */
        LiarsDiceTrustAnswer: {
            /** @description Accuracies of the latest rounds in which the player bid, earlier games included; most recent last, at most 32. */
            accuracies: number[];
            /**
             * Format: int64
             * @description All rounds that it rests on.
             */
            rounds: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "trust";
            /**
             * Format: double
             * @description Trust now, in [0, 1].
             */
            value: number;
        };
        /** @description How far are a player's bids to be believed, by the formula of the preset `seed`? */
        LiarsDiceTrustQuery: {
            /** @description Whose bids. */
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "trust";
        };
        /** @description What became of a move, and what holds after it. Everything in it is of one revision. */
        LiarsDiceTurnAnswer: {
            /** @description One a question, in order; null where the table had no answer, and then `refused` says why. */
            answers: components["schemas"]["LiarsDiceMaybeAnswer"][];
            /** @description One entry an event, in order. */
            appended: components["schemas"]["AppendedEvent"][];
            /** @description The observer's belief, or the variables of it that were asked for. */
            belief?: components["schemas"]["BeliefAnswer"];
            /** @description The game. */
            game: string;
            /** @description What is unusual about the events, although they were taken. */
            notices?: components["schemas"]["Notice"][];
            /** @description What was asked and could not be answered at this table. The events are recorded all the same. */
            refused?: components["schemas"]["RefusedPart"][];
            /**
             * Format: int64
             * @description Revision of the last event of the request; of the game, where the request had none.
             */
            revision: number;
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "liars_dice";
            worlds?: components["schemas"]["LiarsDiceWorldsAnswer"];
        };
        /** @description Liar's dice (Perudo): which dice lie under whose cup, from bids, calls and what reveals taught */
        LiarsDiceView: components["schemas"]["LiarsDiceBidView"] | components["schemas"]["LiarsDiceCallView"] | components["schemas"]["LiarsDiceDiceChangeView"] | components["schemas"]["LiarsDiceExactView"] | components["schemas"]["LiarsDiceRevealView"] | components["schemas"]["LiarsDiceRollView"] | components["schemas"]["LiarsDiceRoundView"];
        /**
         * @description The face that counts as every other. `ones`: Ones. `highest`: The highest face: sixes.
         * @enum {string}
         */
        LiarsDiceWildFace: "ones" | "highest";
        /** @description One full assignment of what is hidden. */
        LiarsDiceWorld: {
            /**
             * @description Faces of every seat's dice, ascending; none for a seat that is out.
             * @default {}
             */
            dice: {
                [key: number]: number[];
            };
        };
        /** @description One world. Worlds are drawn as often as they are probable, so that a plain average over them is the right one wherever `importance` is
         *     null; weighing them by their probability would count it twice. */
        LiarsDiceWorldAnswer: {
            /**
             * Format: double
             * @description By what the world has to be weighed in an average: above 0 and about 1 on average, or 0 for a draw that came to nothing. Null
             *     where all draws count alike, as they do unless the method is `sampled`.
             */
            importance: number | null;
            /**
             * Format: double
             * @description Natural logarithm of the world's probability under the belief. It is no weight: a probable world is drawn often already. Null where
             *     it is not known, because the draws are weighted.
             */
            ln_probability: number | null;
            world: components["schemas"]["LiarsDiceWorld"];
        };
        /** @description Sampled worlds. */
        LiarsDiceWorldsAnswer: {
            /**
             * Format: int64
             * @description How many.
             */
            count: number;
            /**
             * Format: double
             * @description Probability lost to caps on tracked worlds.
             */
            dropped_mass: number;
            /**
             * Format: double
             * @description How many independent draws they are worth.
             */
            effective_sample_size: number;
            /** @description How the belief was worked out. */
            method: components["schemas"]["Method"];
            /**
             * Format: int64
             * @description Draws that were thrown away on the way.
             */
            rejected: number;
            /**
             * Format: int64
             * @description After which event.
             */
            revision: number;
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "liars_dice";
            /**
             * Format: int64
             * @description The seed that draws them again.
             */
            seed: number;
            /** @description The worlds, in order of their index. */
            worlds: components["schemas"]["LiarsDiceWorldAnswer"][];
        };
        /** @description Where to read more. */
        LinksAnswer: {
            /** @description The event. */
            event: string;
            /** @description The game. */
            game: string;
        };
        /** @description A sign of life. */
        Live: {
            /** @description Always `live`. */
            status: string;
            /** @description The release. */
            version: string;
        };
        /** @description An older copy of the log was restored: it does not hold the event that the cursor names. Drop what came after that copy was made, or all, and read again without a cursor. */
        LogRestoredProblem: components["schemas"]["ProblemFields"] & {
            /** @constant */
            status: 410;
            /** @constant */
            type: "/problems/log-restored";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/log-restored";
        };
        /** @description A key that was made just now. */
        MadeKey: components["schemas"]["KeyAnswer"] & {
            /**
             * @description The key: shown this once, kept nowhere. Send it as `Authorization: Bearer …`.
             * @example crd_0192f0c12d3e7f008a4b5c6d7e8f9a0b_…
             */
            key: string;
        };
        /** @description The body is JSON, but a field is unknown, missing, of the wrong type or out of range; `pointer` says where. */
        MalformedProblem: components["schemas"]["ProblemFields"] & {
            /** @constant */
            status: 422;
            /** @constant */
            type: "/problems/malformed";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/malformed";
        };
        /** @description Bodies are application/json, without content encoding. */
        MediaTypeProblem: components["schemas"]["ProblemFields"] & {
            /** @constant */
            status: 415;
            /** @constant */
            type: "/problems/media-type";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/media-type";
        };
        /**
         * @description How a belief was worked out.
         * @enum {string}
         */
        Method: "exact" | "factored" | "capped" | "sampled" | "restarted";
        /** @description The header Allow lists the methods of this path. */
        MethodNotAllowedProblem: components["schemas"]["ProblemFields"] & {
            /** @constant */
            status: 405;
            /** @constant */
            type: "/problems/method-not-allowed";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/method-not-allowed";
        };
        /** @description Nothing was changed. Servers of one database pass writes on to one another, and show by a header for whom they are meant. Clients leave that header out. */
        MisdirectedProblem: components["schemas"]["ProblemFields"] & {
            /** @constant */
            status: 421;
            /** @constant */
            type: "/problems/misdirected";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/misdirected";
        };
        /** @description What to call a player. */
        NameRequest: {
            /**
             * @description A name for people, of 1 to 100 characters that neither control nor turn the direction of the text; none if absent.
             * @example Ann
             */
            display_name?: string | null;
        };
        /** @description The header Accept names no media type that this path can answer with: application/json; application/x-ndjson on worlds and events; application/vnd.credence.worlds on worlds; text/event-stream on event streams. */
        NotAcceptableProblem: components["schemas"]["ProblemFields"] & {
            /** @constant */
            status: 406;
            /** @constant */
            type: "/problems/not-acceptable";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/not-acceptable";
        };
        /** @description Each key has a role: admin (everything), referee (opens games, appends anything, reads everything), reader (what everyone at a table sees), or seat (appends what one seat of one game did, and reads what it sees). `detail` says which role would do. */
        NotAllowedProblem: components["schemas"]["ProblemFields"] & {
            /** @constant */
            status: 403;
            /** @constant */
            type: "/problems/not-allowed";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/not-allowed";
        };
        /** @description This server only reads, and its database follows another one. It waited for the game, revision or cursor that was named, up to the limit arrival_seconds. Try again after Retry-After, or ask the server that writes; /health/ready says how far this one is behind. Where the revision does not exist anywhere, it will not arrive. */
        NotArrivedProblem: components["schemas"]["ProblemFields"] & {
            /** @constant */
            status: 503;
            /** @constant */
            type: "/problems/not-arrived";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/not-arrived";
        };
        /** @description A remark, which everyone may read. */
        NoteEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: {
                text: string;
            };
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @enum {string} */
            ruleset: "catan" | "hearts" | "liars_dice" | "pokemon_randbats" | "vinto";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "note";
        };
        /** @description A remark, which everyone may read. */
        NoteEvent: {
            data: {
                text: string;
            };
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "note";
        };
        /** @description A remark, which everyone may read. */
        NoteView: {
            data: {
                text: string;
            };
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "note";
        };
        /** @description The path, game, player, revision or ruleset does not exist. */
        NotFoundProblem: components["schemas"]["ProblemFields"] & {
            /** @constant */
            status: 404;
            /** @constant */
            type: "/problems/not-found";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/not-found";
        };
        /** @description Something about an event that was taken, and is most likely not what was meant. */
        Notice: {
            /** @description What is unusual, and what to do about it. */
            detail: string;
            /** @description JSON pointer to the event, or to the part of it that is meant. */
            pointer: string;
        };
        /** @description The body must be UTF-8 JSON without duplicate keys, nested no deeper than the server's json_depth, with whole numbers within 2^53 - 1 and other numbers within the same range. */
        NotJsonProblem: components["schemas"]["ProblemFields"] & {
            /** @constant */
            status: 400;
            /** @constant */
            type: "/problems/not-json";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/not-json";
        };
        /**
         * @description What to do with an event that the judging belief cannot take.
         * @enum {string}
         */
        OnContradiction: "reject" | "quarantine";
        /**
         * OneOrMany
         * @description One event, or a list of them.
         */
        OneOrMany: components["schemas"]["EventRequest"] | components["schemas"]["EventRequest"][];
        /** @description A game that was opened. */
        OpenedAnswer: {
            /** @description Its id. */
            game: string;
            /** @description What was known of each seat's player, copied into the opening. */
            profiles: components["schemas"]["ProfileAnswer"][];
            /**
             * Format: int64
             * @description Revision of its opening: 0.
             */
            revision: number;
            /** @description Its ruleset. */
            ruleset: string;
        };
        /** @description What the game was opened with. */
        OpeningEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["GameOpening"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @enum {string} */
            ruleset: "catan" | "hearts" | "liars_dice" | "pokemon_randbats" | "vinto";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "opening";
        };
        /** @description What the game was opened with. */
        OpeningView: {
            data: components["schemas"]["GameOpening"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "opening";
        };
        /** @description A game to open. */
        OpenRequest: components["schemas"]["CatanOpenRequest"] | components["schemas"]["HeartsOpenRequest"] | components["schemas"]["LiarsDiceOpenRequest"] | components["schemas"]["PokemonRandbatsOpenRequest"] | components["schemas"]["VintoOpenRequest"];
        /** @description One value and its probability. */
        OutcomeAnswer: {
            /**
             * Format: double
             * @description Its probability, in (0, 1].
             */
            p: number;
            /** @description The value. */
            value: string;
        };
        /** @description The request asks for more than a limit of the server allows; `limit` names it. */
        OverLimitProblem: components["schemas"]["ProblemFields"] & {
            /** @description Name of the limit that was passed. */
            limit: string;
            /** @constant */
            status: 422;
            /** @constant */
            type: "/problems/over-limit";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/over-limit";
        };
        /** @description Nothing was changed. Try again after Retry-After. */
        OverloadedProblem: components["schemas"]["ProblemFields"] & {
            /** @constant */
            status: 503;
            /** @constant */
            type: "/problems/overloaded";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/overloaded";
        };
        /** @description A named number that a soft likelihood was computed from. */
        Parameter: {
            /** @description Its name in the ruleset's list of likelihood parameters. */
            name: string;
            /**
             * Format: double
             * @description Its value in this game.
             */
            value: number;
        };
        /** @description A query parameter, header or path is unknown, given twice, or not what it should be; `parameter` names it. */
        ParameterProblem: components["schemas"]["ProblemFields"] & {
            /** @description Name of the parameter or header that is wrong. */
            parameter: string;
            /** @constant */
            status: 400;
            /** @constant */
            type: "/problems/parameter";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/parameter";
        };
        /** @description Parameters of the model of the game's ruleset. */
        Parameters: components["schemas"]["CatanParameters"] | components["schemas"]["HeartsParameters"] | components["schemas"]["LiarsDiceParameters"] | components["schemas"]["PokemonRandbatsParameters"] | components["schemas"]["VintoParameters"];
        /** @description What one aspect of one event did to the belief. */
        Piece: {
            /** @description Distributions after it. */
            after: components["schemas"]["Distributions"];
            /** @description Distributions before the condition (for a transition: before it). */
            before: components["schemas"]["Distributions"];
            /**
             * Format: double
             * @description Sum of the entropies of `variables` after, in bits; those that a belief marks as `derived` (totals) are left out.
             */
            entropy_after_bits: number;
            /**
             * Format: double
             * @description Sum of the entropies of `variables` before, in bits; those that a belief marks as `derived` (totals) are left out.
             */
            entropy_before_bits: number;
            /**
             * Format: double
             * @description KL(after || before) on the joint, in bits. At least 0.
             */
            information_gain_bits: number;
            /** @description P(event | variable = value) under the predicted belief, scaled so that the greatest is 1. Absent for transitions. */
            likelihood?: components["schemas"]["Distributions"];
            /** @description The number that a soft likelihood rests on. */
            parameters?: components["schemas"]["Parameter"];
            /**
             * @description Who it came from.
             * @example seat:2
             */
            source: string;
            /** @description Whether it struck worlds, shifted weight, or moved things. */
            strength: components["schemas"]["Strength"];
            /** @description One sentence for people. */
            summary: string;
            /**
             * Format: double
             * @description -log2 of the expected likelihood, in bits. At least 0. Of a hard fact it is the gain, or less where the fact also says in which way
             *     a seat plays; of soft evidence it is at least the gain.
             */
            surprisal_bits: number;
            /** @description The kind of evidence, in the ruleset's words. */
            type: string;
            /** @description Ids of the variables that it is about. */
            variables: string[];
        };
        /** @description A player, and what is known of them. */
        PlayerAnswer: components["schemas"]["PlayerEntry"] & {
            /**
             * Format: int64
             * @description Revision of the player's stream that this holds for; absent where nothing was settled yet.
             */
            revision?: number;
            /** @description One entry a ruleset. */
            rulesets: components["schemas"]["PlayerRulesetAnswer"][];
        };
        /** @description A player in a list. */
        PlayerEntry: {
            /** @description A name for people. */
            display_name?: string;
            /** @description The id, by which the player is known across games. */
            player: string;
        };
        /** @description Name and conduct of this player were erased. PUT of the player starts a new person under the same id; until then the id can sit in no new game. Games in which the player sat stand: join them by their ids, without naming their players. */
        PlayerForgottenProblem: components["schemas"]["ProblemFields"] & {
            /** @constant */
            status: 410;
            /** @constant */
            type: "/problems/player-forgotten";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/player-forgotten";
        };
        /** @description A page of players. */
        PlayerList: {
            /** @description In the order of their ids. */
            items: components["schemas"]["PlayerEntry"][];
            /** @description Cursor of the next page; absent at the end. */
            next?: string;
        };
        /** @description What games of one ruleset say about a player. */
        PlayerRulesetAnswer: {
            /**
             * Format: int32
             * @description Games in which something was settled.
             */
            games: number;
            /** @description The ruleset. */
            ruleset: string;
            /** @description One entry a behaviour. */
            tendencies: components["schemas"]["TendencyAnswer"][];
            /** @description How far the player's statements are to be believed; absent before the first settled round. */
            trust?: components["schemas"]["TrustAnswer"];
        };
        /** @description An answer, with the type of its question. */
        PokemonRandbatsAnswer: components["schemas"]["PokemonRandbatsEmbeddingAnswer"] | components["schemas"]["PokemonRandbatsLockedAnswer"] | components["schemas"]["PokemonRandbatsMarginalAnswer"] | components["schemas"]["PokemonRandbatsObservationAnswer"] | components["schemas"]["PokemonRandbatsOutspeedsAnswer"] | components["schemas"]["PokemonRandbatsSetsAnswer"] | components["schemas"]["PokemonRandbatsUnrevealedAnswer"];
        /** @description A value with its probability. */
        PokemonRandbatsChance: {
            /**
             * Format: double
             * @description Its probability.
             */
            p: number;
            /** @description The value. */
            value: string;
        };
        /**
         * @description Which of the feeds of one battle a line was read from. They differ in the precision of hit points. `p1`: What the player of side p1 is sent. `p2`: What the player of side p2 is sent. `spectator`: What everybody else is sent, and what a saved replay holds.
         * @enum {string}
         */
        PokemonRandbatsChannel: "p1" | "p2" | "spectator";
        /** @description Ten numbers. */
        PokemonRandbatsEmbeddingAnswer: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "embedding";
            /** @description In documented places. */
            values: number[];
        };
        /** @description Ten numbers a member: the likeliest four roles, the likeliest four types of moves not shown, whether the item was shown, and the share of the moves that were. */
        PokemonRandbatsEmbeddingQuery: {
            /** @description Whose team. */
            seat?: number | null;
            /** @description Which member: its slot in order of appearance from 0, its name such as `Weavile`, or where it stands, such as `p2a`. */
            slot: components["schemas"]["PokemonRandbatsWho"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "embedding";
        };
        /** @description Pokemon random battles (gen9randombattle): the opponent's sets and unseen team, straight from Showdown's battle lines */
        PokemonRandbatsEntry: components["schemas"]["PokemonRandbatsProtocolEntry"] | components["schemas"]["PokemonRandbatsRequestEntry"] | components["schemas"]["PokemonRandbatsTeamEntry"];
        /** @description Pokemon random battles (gen9randombattle): the opponent's sets and unseen team, straight from Showdown's battle lines */
        PokemonRandbatsEvent: components["schemas"]["PokemonRandbatsProtocolEvent"] | components["schemas"]["PokemonRandbatsRequestEvent"] | components["schemas"]["PokemonRandbatsTeamEvent"];
        /**
         * @description A field of a set, or its speed. `item`: The item of the set. `ability`: The ability. `tera`: The tera type. `move`: Each move, with the chance that the set has it. `role`: The generator's label. `speed`: Speed as it is now, in points.
         * @enum {string}
         */
        PokemonRandbatsFieldName: "item" | "ability" | "tera" | "move" | "role" | "speed";
        /** @description A game. */
        PokemonRandbatsGameAnswer: {
            /** @description Hash of the last event, in hexadecimal; shown to the referee only. */
            chain_head?: string;
            /** @description Its id. */
            game: string;
            /** @description What becomes of an event that cannot be true. */
            on_contradiction?: components["schemas"]["OnContradiction"];
            /**
             * Format: date-time
             * @description When it was opened.
             */
            opened: string;
            parameters?: components["schemas"]["PokemonRandbatsParameters"];
            /**
             * Format: int64
             * @description Revision of its last event.
             */
            revision: number;
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "pokemon_randbats";
            /** @description Who sits where. */
            seats: components["schemas"]["SeatAnswer"][];
            setup?: components["schemas"]["PokemonRandbatsSetup"];
            /** @description Whether it goes on. */
            status: components["schemas"]["Status"];
        };
        /** @description Revision 0: everything that the game's beliefs depend on. */
        PokemonRandbatsGameOpening: {
            on_contradiction: components["schemas"]["OnContradiction"];
            parameters: components["schemas"]["PokemonRandbatsParameters"];
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "pokemon_randbats";
            /** @description Who sits where, each with what past games said. */
            seats: {
                [key: string]: unknown;
            }[];
            setup: components["schemas"]["PokemonRandbatsSetup"];
        };
        /**
         * @description A kind of inference that can be left out, to see what it is worth. `speed`: The order of two moves. `lock`: Choice items, and moves made again. `absence`: What did not show itself. `damage`: What a hit took. `illusion`: That it may be somebody in disguise.
         * @enum {string}
         */
        PokemonRandbatsInference: "speed" | "lock" | "absence" | "damage" | "illusion";
        /** @description Pokemon random battles (gen9randombattle): the opponent's sets and unseen team, straight from Showdown's battle lines */
        PokemonRandbatsInstead: components["schemas"]["PokemonRandbatsProtocolInstead"] | components["schemas"]["PokemonRandbatsRequestInstead"] | components["schemas"]["PokemonRandbatsTeamInstead"];
        /** @description Whether it is locked. */
        PokemonRandbatsLockedAnswer: {
            /** @description The move; absent where it made none since it came out. */
            locked_into?: string | null;
            /**
             * Format: double
             * @description P(it can make no other move until it leaves).
             */
            p: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "locked";
        };
        /** @description How likely a member is locked into the move that it made last. */
        PokemonRandbatsLockedQuery: {
            /** @description Whose team. */
            seat?: number | null;
            /** @description Which member: its slot in order of appearance from 0, its name such as `Weavile`, or where it stands, such as `p2a`. */
            slot: components["schemas"]["PokemonRandbatsWho"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "locked";
        };
        /** @description A distribution. */
        PokemonRandbatsMarginalAnswer: {
            /** @description Its values; of moves, each with its own chance, which together make the number of moves. */
            distribution: components["schemas"]["PokemonRandbatsChance"][];
            /** @description The field. */
            of: components["schemas"]["PokemonRandbatsFieldName"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "marginal";
        };
        /** @description The distribution of one field of a member that was shown. */
        PokemonRandbatsMarginalQuery: {
            /** @description Which field. */
            of: components["schemas"]["PokemonRandbatsFieldName"];
            /** @description Whose team. */
            seat?: number | null;
            /** @description Which member: its slot in order of appearance from 0, its name such as `Weavile`, or where it stands, such as `p2a`. */
            slot: components["schemas"]["PokemonRandbatsWho"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "marginal";
        };
        /** @description An answer, or null where the table had none. */
        PokemonRandbatsMaybeAnswer: components["schemas"]["PokemonRandbatsAnswer"] | components["schemas"]["PokemonRandbatsEmbeddingAnswer"] | components["schemas"]["Unanswered"];
        /** @description Ninety-six numbers. */
        PokemonRandbatsObservationAnswer: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "observation";
            /** @description In documented places. */
            values: number[];
        };
        /** @description Sixteen numbers for each of six members in slots 0 to 5, all 0 where it was not shown. 0 to 9: its embedding; 10: it was shown; 11: it is out; 12: share of its hit points; 13: it has fainted; 14: probability of a Choice item in its hands; 15: it has terastallized. */
        PokemonRandbatsObservationQuery: {
            /** @description Whose team. */
            seat?: number | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "observation";
        };
        /** @description A game to open. */
        PokemonRandbatsOpenRequest: {
            /** @description What to do with an event that cannot be true. */
            on_contradiction?: components["schemas"]["OnContradiction"];
            parameters?: components["schemas"]["PokemonRandbatsParameters"];
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "pokemon_randbats";
            /** @description One entry a seat, in order. */
            seats: components["schemas"]["SeatRequest"][];
            setup?: components["schemas"]["PokemonRandbatsSetup"];
        };
        /** @description Who is faster. */
        PokemonRandbatsOutspeedsAnswer: {
            /**
             * Format: double
             * @description P(the one asked about has more speed).
             */
            faster: number;
            /**
             * Format: double
             * @description P(it goes first with moves of equal priority, Trick Room and ties counted).
             */
            goes_first: number;
            /**
             * Format: double
             * @description P(both have the same): then chance decides.
             */
            tie: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "outspeeds";
        };
        /** @description How likely a member is faster than one of the other side, as they are now. */
        PokemonRandbatsOutspeedsQuery: {
            /** @description The other, in the other team. */
            own: components["schemas"]["PokemonRandbatsWho"];
            /** @description Whose team the first is of. */
            seat?: number | null;
            /** @description The first, by slot, name or place. */
            slot: components["schemas"]["PokemonRandbatsWho"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "outspeeds";
        };
        /** @description A prior table, packed with gzip. */
        PokemonRandbatsPackedTable: string;
        /** @description What a client chooses of the model. */
        PokemonRandbatsParameters: {
            /** @description `seed`: the role filter of an earlier tracker, kept for comparison. Roles are alike before anything is seen, facts strike sets, and the rules of speed and lock apply; nothing of what did not show itself, of damage, or of an Illusion. */
            preset?: components["schemas"]["PokemonRandbatsPreset"] | null;
            /** @description Content hash of the prior table: that of the embedded one. */
            priors?: string | null;
            /** @description The table itself, packed, in base64, as `credence priors show` prints it; needed where it is not the embedded one. */
            table?: components["schemas"]["PokemonRandbatsPackedTable"] | null;
            /** @description How many months older the table is than the generator that the battle's server has; more than 24 count as 24. Left out, the months from the table's date to the moment that the battle's `|t:|` line names: right for Showdown's own server, which has the newest sets. A server of your own, with the generator that the table was made with, has 0. */
            table_months?: number | null;
            /** @description Kinds of inference that are left out: none, or `absence`, `damage` and `illusion` with preset `seed`. */
            without?: components["schemas"]["PokemonRandbatsInference"][] | null;
        };
        /**
         * @description A named choice of parameters. `seed`: The rules of an earlier tracker, kept for comparison.
         * @enum {string}
         */
        PokemonRandbatsPreset: "seed";
        /** @description Consecutive lines of one feed, verbatim. Lines that were sent before may be sent again, and must then be the same. */
        PokemonRandbatsProtocol: {
            /** @description Which feed. It must be one of the setup's. */
            channel: components["schemas"]["PokemonRandbatsChannel"];
            /** @description Not to be sent. Earlier releases showed so how many lines there were, to those who did not receive them. */
            count?: number | null;
            /**
             * Format: int64
             * @description Number of the first line in its feed, from 0. Lines that begin with `|request|` have no number.
             */
            from_line: number;
            /** @description The lines, at most 2,000, as the server sent them. In a player's feed a `|request|` line is read as a `request` event is. */
            lines?: string[] | null;
            /** @description The server sent the battle again from its start, as it does after a rejoin, without the lines that were for one player alone. What is recorded already is compared line by line of the battle, and what follows it is new; `from_line` is 0. */
            resync?: boolean;
        };
        /** @description Lines of the battle, as the server sent them. A player's own feed is seen by that player only. */
        PokemonRandbatsProtocolEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["PokemonRandbatsProtocol"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "pokemon_randbats";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "protocol";
        };
        /** @description Lines of the battle, as the server sent them. A player's own feed is seen by that player only. */
        PokemonRandbatsProtocolEvent: {
            data: components["schemas"]["PokemonRandbatsProtocol"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "protocol";
        };
        /** @description Lines of the battle, as the server sent them. A player's own feed is seen by that player only. */
        PokemonRandbatsProtocolInstead: {
            data: components["schemas"]["PokemonRandbatsProtocol"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "protocol";
        };
        /** @description Lines of the battle, as the server sent them. A player's own feed is seen by that player only. */
        PokemonRandbatsProtocolView: {
            data: components["schemas"]["PokemonRandbatsProtocol"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "protocol";
        };
        /** @description The answers, in the order of the questions. */
        PokemonRandbatsQueriesAnswer: {
            /** @description One a question, with its `type`. */
            answers: components["schemas"]["PokemonRandbatsAnswer"][];
            /**
             * Format: int64
             * @description After which event.
             */
            revision: number;
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "pokemon_randbats";
        };
        /** @description A question of this game. */
        PokemonRandbatsQuery: components["schemas"]["PokemonRandbatsEmbeddingQuery"] | components["schemas"]["PokemonRandbatsLockedQuery"] | components["schemas"]["PokemonRandbatsMarginalQuery"] | components["schemas"]["PokemonRandbatsObservationQuery"] | components["schemas"]["PokemonRandbatsOutspeedsQuery"] | components["schemas"]["PokemonRandbatsSetsQuery"] | components["schemas"]["PokemonRandbatsUnrevealedQuery"];
        /** @description The object of a `|request|` line, as it was sent. */
        PokemonRandbatsRequest: {
            /** @description The object that Showdown sent. */
            request: unknown;
            /** @description Whose choice. Left out, it is the side that the request itself names. */
            side?: components["schemas"]["PokemonRandbatsSide"] | null;
        };
        /** @description What a player is asked to choose from, with its own team in full. Seen by that player only. */
        PokemonRandbatsRequestEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["PokemonRandbatsRequest"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "pokemon_randbats";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "request";
        };
        /** @description What a player is asked to choose from, with its own team in full. Seen by that player only. */
        PokemonRandbatsRequestEvent: {
            data: components["schemas"]["PokemonRandbatsRequest"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "request";
        };
        /** @description What a player is asked to choose from, with its own team in full. Seen by that player only. */
        PokemonRandbatsRequestInstead: {
            data: components["schemas"]["PokemonRandbatsRequest"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "request";
        };
        /** @description What a player is asked to choose from, with its own team in full. Seen by that player only. */
        PokemonRandbatsRequestView: {
            data: components["schemas"]["PokemonRandbatsRequest"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "request";
        };
        /** @description A whole set with its probability. */
        PokemonRandbatsSetChance: {
            /** @description Ability. */
            ability: string;
            /** @description Item, or `none`. */
            item: string;
            /** @description Level of the table. */
            level: number;
            /** @description Moves. */
            moves: string[];
            /**
             * Format: double
             * @description Its probability.
             */
            p: number;
            /** @description The generator's label. */
            role: string;
            /** @description Species. */
            species: string;
            /** @description Tera type. */
            tera: string;
        };
        /** @description Whole sets, the likeliest first. */
        PokemonRandbatsSetsAnswer: {
            /**
             * Format: int64
             * @description How many listed sets are possible.
             */
            possible: number;
            /** @description The likeliest first. */
            sets: components["schemas"]["PokemonRandbatsSetChance"][];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "sets";
            /**
             * Format: double
             * @description Probability of all sets that are in no table.
             */
            unlisted: number;
        };
        /** @description The likeliest whole sets of a member that was shown. */
        PokemonRandbatsSetsQuery: {
            /** @description Whose team. */
            seat?: number | null;
            /** @description Which member: its slot in order of appearance from 0, its name such as `Weavile`, or where it stands, such as `p2a`. */
            slot: components["schemas"]["PokemonRandbatsWho"];
            /** @description How many sets at most, 1 to 1,000: 10. */
            top?: number | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "sets";
        };
        /** @description What is known of a battle before it begins. */
        PokemonRandbatsSetup: {
            /** @description The feeds that will be posted, each once: `["spectator"]`. A player reads its own where it is listed, and else the spectators'; a spectator reads the spectators'; the referee reads the first. */
            channels?: components["schemas"]["PokemonRandbatsChannel"][] | null;
            /** @description Showdown's id of the format: `gen9randombattle`. */
            format?: string | null;
        };
        /**
         * @description One of the two sides of a battle. `p1`: Seat 0. `p2`: Seat 1.
         * @enum {string}
         */
        PokemonRandbatsSide: "p1" | "p2";
        /** @description A team in Showdown's packed format. */
        PokemonRandbatsTeam: {
            /** @description The packed text, one to six members. */
            packed: string;
            /** @description Whose team. */
            side: components["schemas"]["PokemonRandbatsSide"];
        };
        /** @description A side's whole team, reported for scoring. Seen by that side only. */
        PokemonRandbatsTeamEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["PokemonRandbatsTeam"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "pokemon_randbats";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "team";
        };
        /** @description A side's whole team, reported for scoring. Seen by that side only. */
        PokemonRandbatsTeamEvent: {
            data: components["schemas"]["PokemonRandbatsTeam"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "team";
        };
        /** @description A side's whole team, reported for scoring. Seen by that side only. */
        PokemonRandbatsTeamInstead: {
            data: components["schemas"]["PokemonRandbatsTeam"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "team";
        };
        /** @description A side's whole team, reported for scoring. Seen by that side only. */
        PokemonRandbatsTeamView: {
            data: components["schemas"]["PokemonRandbatsTeam"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "team";
        };
        /** @description What became of a move, and what holds after it. Everything in it is of one revision. */
        PokemonRandbatsTurnAnswer: {
            /** @description One a question, in order; null where the table had no answer, and then `refused` says why. */
            answers: components["schemas"]["PokemonRandbatsMaybeAnswer"][];
            /** @description One entry an event, in order. */
            appended: components["schemas"]["AppendedEvent"][];
            /** @description The observer's belief, or the variables of it that were asked for. */
            belief?: components["schemas"]["BeliefAnswer"];
            /** @description The game. */
            game: string;
            /** @description What is unusual about the events, although they were taken. */
            notices?: components["schemas"]["Notice"][];
            /** @description What was asked and could not be answered at this table. The events are recorded all the same. */
            refused?: components["schemas"]["RefusedPart"][];
            /**
             * Format: int64
             * @description Revision of the last event of the request; of the game, where the request had none.
             */
            revision: number;
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "pokemon_randbats";
            worlds?: components["schemas"]["PokemonRandbatsWorldsAnswer"];
        };
        /** @description Members not shown. */
        PokemonRandbatsUnrevealedAnswer: {
            /**
             * Format: int64
             * @description How many.
             */
            count: number;
            /** @description Chance of each species to be the next that is shown, the likeliest first. */
            next: components["schemas"]["PokemonRandbatsChance"][];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "unrevealed";
        };
        /** @description The members that were not shown. */
        PokemonRandbatsUnrevealedQuery: {
            /** @description Whose team. */
            seat?: number | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "unrevealed";
        };
        /** @description Pokemon random battles (gen9randombattle): the opponent's sets and unseen team, straight from Showdown's battle lines */
        PokemonRandbatsView: components["schemas"]["PokemonRandbatsProtocolView"] | components["schemas"]["PokemonRandbatsRequestView"] | components["schemas"]["PokemonRandbatsTeamView"];
        /** @description A member of a team, as a client names it. */
        PokemonRandbatsWho: number | string;
        /** @description One full assignment of what is hidden. */
        PokemonRandbatsWorld: {
            /**
             * @description What the members hold now, in the same order: an item, or `none`.
             * @default {}
             */
            held: {
                [key: number]: string[];
            };
            /**
             * @description The generator's labels of the members, in the same order; empty where a set has none.
             * @default {}
             */
            roles: {
                [key: number]: string[];
            };
            /**
             * @description Each seat's team in Showdown's packed format, ready for a simulator: members in the order in which they were shown, then the rest.
             * @default {}
             */
            teams: {
                [key: number]: string;
            };
        };
        /** @description One world. Worlds are drawn as often as they are probable, so that a plain average over them is the right one wherever `importance` is
         *     null; weighing them by their probability would count it twice. */
        PokemonRandbatsWorldAnswer: {
            /**
             * Format: double
             * @description By what the world has to be weighed in an average: above 0 and about 1 on average, or 0 for a draw that came to nothing. Null
             *     where all draws count alike, as they do unless the method is `sampled`.
             */
            importance: number | null;
            /**
             * Format: double
             * @description Natural logarithm of the world's probability under the belief. It is no weight: a probable world is drawn often already. Null where
             *     it is not known, because the draws are weighted.
             */
            ln_probability: number | null;
            world: components["schemas"]["PokemonRandbatsWorld"];
        };
        /** @description Sampled worlds. */
        PokemonRandbatsWorldsAnswer: {
            /**
             * Format: int64
             * @description How many.
             */
            count: number;
            /**
             * Format: double
             * @description Probability lost to caps on tracked worlds.
             */
            dropped_mass: number;
            /**
             * Format: double
             * @description How many independent draws they are worth.
             */
            effective_sample_size: number;
            /** @description How the belief was worked out. */
            method: components["schemas"]["Method"];
            /**
             * Format: int64
             * @description Draws that were thrown away on the way.
             */
            rejected: number;
            /**
             * Format: int64
             * @description After which event.
             */
            revision: number;
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "pokemon_randbats";
            /**
             * Format: int64
             * @description The seed that draws them again.
             */
            seed: number;
            /** @description The worlds, in order of their index. */
            worlds: components["schemas"]["PokemonRandbatsWorldAnswer"][];
        };
        /** @description What the players of a log taught together about a ruleset: what games that are opened now take for a player never seen before. */
        PopulationAnswer: {
            /**
             * Format: int32
             * @description Players that it rests on.
             */
            players: number;
            /**
             * Format: int64
             * @description Position of the log that it holds for; it follows the log in steps of a sixteenth of its length.
             */
            position: number;
            /** @description One entry for each behaviour and situation of which something was learned. */
            rates: components["schemas"]["PopulationRateAnswer"][];
        };
        /** @description A rate that a log taught. */
        PopulationRateAnswer: {
            /** @description The situation; empty where there is one. */
            context: string;
            /**
             * Format: double
             * @description How many opportunities that rests on; those of one player count for less, because they resemble each other.
             */
            effective_opportunities: number;
            /**
             * Format: double
             * @description The shipped number, moved by what was learned. Games read it whose ruleset has `parameters.population`, unless that is `shipped`.
             */
            learned: number;
            /**
             * Format: double
             * @description The number that the release ships.
             */
            shipped: number;
            /** @description The behaviour. */
            tendency: string;
        };
        /** @description A Beta distribution that a rate starts from. */
        PriorAnswer: {
            /**
             * Format: double
             * @description Pseudo-count of successes.
             */
            alpha: number;
            /**
             * Format: double
             * @description Pseudo-count of failures.
             */
            beta: number;
            /** @description Whose it is: `population`, all players of this log, or `shipped` with this release. */
            name: string;
        };
        /** @description Why a request was not fulfilled, as `application/problem+json`. A refused request changes nothing. */
        Problem: components["schemas"]["BodyTimeoutProblem"] | components["schemas"]["ContradictionProblem"] | components["schemas"]["DamagedProblem"] | components["schemas"]["GameErasedProblem"] | components["schemas"]["GameExistsProblem"] | components["schemas"]["GameFinishedProblem"] | components["schemas"]["HostProblem"] | components["schemas"]["IdMisplacedProblem"] | components["schemas"]["IdReusedProblem"] | components["schemas"]["InternalProblem"] | components["schemas"]["LogRestoredProblem"] | components["schemas"]["MalformedProblem"] | components["schemas"]["MediaTypeProblem"] | components["schemas"]["MethodNotAllowedProblem"] | components["schemas"]["MisdirectedProblem"] | components["schemas"]["NotAcceptableProblem"] | components["schemas"]["NotAllowedProblem"] | components["schemas"]["NotArrivedProblem"] | components["schemas"]["NotFoundProblem"] | components["schemas"]["NotJsonProblem"] | components["schemas"]["OverLimitProblem"] | components["schemas"]["OverloadedProblem"] | components["schemas"]["ParameterProblem"] | components["schemas"]["PlayerForgottenProblem"] | components["schemas"]["RateLimitedProblem"] | components["schemas"]["ReadOnlyServerProblem"] | components["schemas"]["RefusalProblem"] | components["schemas"]["RevisionMovedProblem"] | components["schemas"]["StorageFullProblem"] | components["schemas"]["StorageReadOnlyProblem"] | components["schemas"]["StorageReplacedProblem"] | components["schemas"]["TimeoutProblem"] | components["schemas"]["TooLargeProblem"] | components["schemas"]["UnauthenticatedProblem"] | components["schemas"]["UnavailableProblem"] | components["schemas"]["UriTooLongProblem"];
        /** @description Why a request was not fulfilled, as `application/problem+json`. A refused request changes nothing. */
        ProblemFields: {
            /** @description What is wrong with this request, and what would be right. */
            detail: string;
            /** @description Revisions of the events that stand against the request. */
            evidence?: number[];
            /** @description The same of events that come before it in the request: JSON pointers to them. */
            evidence_in_request?: string[];
            /** @description The path that was asked. */
            instance?: string;
            /** @description Name of the limit that was passed. */
            limit?: string;
            /** @description Name of the parameter or header that is wrong. */
            parameter?: string;
            /** @description JSON pointer to the part of the body that is wrong. */
            pointer?: string;
            /** @description URL of the server that writes, where this one only reads. */
            primary?: string;
            /**
             * Format: int64
             * @description Seconds after which to try again; the header `Retry-After` says the same.
             */
            retry_after?: number;
            /**
             * Format: int64
             * @description The last revision: of the game, or of the player's stream.
             */
            revision?: number;
            /** @description Name of the game's rule that was broken. */
            rule?: string;
            /** @description The kind of problem in a few words. */
            title: string;
        };
        /** @description What was known of the player in a seat when the game opened. */
        ProfileAnswer: {
            /** @description The player in it; a pseudonym where the seat is anonymous. */
            player: string;
            /** @description The player's profile in this ruleset. */
            profile: {
                [key: string]: unknown;
            };
            /**
             * Format: int32
             * @description The seat.
             */
            seat: number;
        };
        /** @description An event that a fold left out. */
        Quarantined: {
            /** @description Why no world could take it; or that it breaks a rule. */
            detail: string;
            /**
             * Format: int64
             * @description Which event; after the log, a hypothetical one.
             */
            revision: number;
            /** @description Its type. */
            type: string;
        };
        /** @description The answers, in the order of the questions. */
        QueriesAnswer: components["schemas"]["CatanQueriesAnswer"] | components["schemas"]["HeartsQueriesAnswer"] | components["schemas"]["LiarsDiceQueriesAnswer"] | components["schemas"]["PokemonRandbatsQueriesAnswer"] | components["schemas"]["VintoQueriesAnswer"];
        /** @description Questions about one belief. */
        QueriesRequest: {
            /**
             * @description Whose belief: `public`, `seat:N` or `referee`; if absent, the seat of a seat's key, and `public` for all others.
             * @example seat:0
             */
            observer?: string | null;
            /** @description The questions, each an object with a `type`. Their schemas are those of the ruleset. */
            queries: components["schemas"]["Query"][];
            revision?: number | null;
        };
        /** @description A question of the game's ruleset. */
        Query: components["schemas"]["CatanQuery"] | components["schemas"]["HeartsQuery"] | components["schemas"]["LiarsDiceQuery"] | components["schemas"]["PokemonRandbatsQuery"] | components["schemas"]["VintoQuery"];
        /** @description A rate, and what it rests on. */
        RateAnswer: {
            /** @description The rate lies between these with probability 0.9. */
            interval_90: number[];
            /** @description The same with what all players of this log taught in the place of that prior: what games that are opened now start from, unless
             *     their `parameters.population` is `shipped`. Absent where nothing was learned, and where the player was asked for as of a revision. */
            learned?: components["schemas"]["LearnedRateAnswer"];
            /**
             * Format: double
             * @description Expected rate.
             */
            mean: number;
            /**
             * Format: double
             * @description Times that it could have been done, weighted likewise.
             */
            opportunities: number;
            /** @description What the release takes the rate of a player never seen before to be. */
            prior: components["schemas"]["PriorAnswer"];
            /**
             * Format: double
             * @description Times that it was done; a game weighs less the more games follow it.
             */
            successes: number;
        };
        /** @description A key asks too often, keeps too many streams, or has too much long work, too many unread answers or too many bodies under way; `limit` names which. Each key has a bucket of requests that is filled again every second, and the header RateLimit says what is left. Wait for Retry-After; ask for more in one request: /turn, batches of events, worlds by the thousand. */
        RateLimitedProblem: components["schemas"]["ProblemFields"] & {
            /** @description Name of the limit that was passed. */
            limit: string;
            /**
             * Format: int64
             * @description Seconds after which to try again; the header `Retry-After` says the same.
             */
            retry_after: number;
            /** @constant */
            status: 429;
            /** @constant */
            type: "/problems/rate-limited";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/rate-limited";
        };
        /** @description Nothing was changed. Send the same request, whatever its method, to the server that writes: `primary` is its URL, where this one knows it. The status is 421 because trying again here never helps (503 would say that it does), neither the key nor the method is wrong (403, 405), and a redirection (307, 308) would have most clients leave out their key. */
        ReadOnlyServerProblem: components["schemas"]["ProblemFields"] & {
            /** @constant */
            status: 421;
            /** @constant */
            type: "/problems/read-only-server";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/read-only-server";
        };
        /** @description Whether the server can serve, and how safe what it acknowledges is. */
        Ready: {
            /** @description What was found damaged: games that are not served, positions of a log that are missing. All else is served; `credence verify` names each.
             *     Shown to the operator alone: an admin of the tenant `default`. */
            damaged?: string[];
            /** @description The database and its version. */
            database: string;
            /** @description The same in words. */
            durability: string;
            /** @description How far it is behind those who write; present where it only reads. */
            lag?: components["schemas"]["Lag"];
            /** @description Whether this server only reads: then *ready* means that it answers reads, and not that it takes appends. */
            read_only: boolean;
            /** @description The servers that are alive on this database; present where this server is advertised, and to the operator wherever it takes part in the preference. That
             *     is for speed alone: a server that does not know the others is ready all the same. */
            servers?: components["schemas"]["ServersAnswer"];
            /** @description Always `ready`; otherwise the answer is a problem. */
            status: string;
            /** @description Whether every commit is on disk before it is acknowledged. */
            synced: boolean;
        };
        /** @description What was sent (an event, a question, or the setup and parameters of a game) is against a rule of the game; `rule` names it, for programs. */
        RefusalProblem: components["schemas"]["ProblemFields"] & {
            /** @description JSON pointer to the part of the body that is wrong. */
            pointer: string;
            /** @description Name of the game's rule that was broken. */
            rule: string;
            /** @constant */
            status: 422;
            /** @constant */
            type: "/problems/refusal";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/refusal";
        };
        /** @description Something that was asked and could not be answered. */
        RefusedPart: {
            /** @description Why. */
            detail: string;
            /** @description JSON pointer into the request. */
            pointer: string;
            /** @description Name of the rule, for programs; `unanswered` where the server failed before it could answer: ask again. */
            rule: string;
        };
        /** @description From here on folds leave an event out, or take another in its place. Who saw the event sees this; the reason is read by the referee alone. */
        RetractEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: {
                instead?: components["schemas"]["Instead"];
                reason?: string;
                /**
                 * Format: int64
                 * @description The event that was wrong
                 */
                revision: number;
            };
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @enum {string} */
            ruleset: "catan" | "hearts" | "liars_dice" | "pokemon_randbats" | "vinto";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "retract";
        };
        /** @description From here on folds leave an event out, or take another in its place. Who saw the event sees this; the reason is read by the referee alone. */
        RetractEvent: {
            data: {
                instead?: components["schemas"]["Instead"];
                reason: string;
                /**
                 * Format: int64
                 * @description The event that was wrong
                 */
                revision: number;
            };
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "retract";
        };
        /** @description Whose events to take back, and why. */
        RetractionsRequest: {
            /** @description Why: it stands in each retraction, and the referee alone reads it. */
            reason: string;
            /** @description Id of the key that reported wrongly. */
            reporter: string;
        };
        /** @description From here on folds leave an event out, or take another in its place. Who saw the event sees this; the reason is read by the referee alone. */
        RetractView: {
            data: {
                instead?: components["schemas"]["Instead"];
                reason?: string;
                /**
                 * Format: int64
                 * @description The event that was wrong
                 */
                revision: number;
            };
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "retract";
        };
        /** @description The game is not at the revision that If-Match names; `revision` says where it is. Read what is new, and decide again. */
        RevisionMovedProblem: components["schemas"]["ProblemFields"] & {
            /**
             * Format: int64
             * @description The last revision: of the game, or of the player's stream.
             */
            revision: number;
            /** @constant */
            status: 412;
            /** @constant */
            type: "/problems/revision-moved";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/revision-moved";
        };
        /**
         * @description A role, by its name.
         * @enum {string}
         */
        RoleName: "admin" | "referee" | "reader" | "seat";
        /** @description A ruleset. */
        RulesetAnswer: {
            /** @description One sentence. */
            description: string;
            /** @description Types of its evidence, each with what it says. */
            evidence: {
                [key: string]: unknown;
            }[];
            /** @description Numbers of its soft likelihoods, each with its reason. */
            likelihoods: {
                [key: string]: unknown;
            }[];
            /** @description Numbers of how players are remembered across games, each with its reason. */
            memory: {
                [key: string]: unknown;
            }[];
            /**
             * Format: int32
             * @description Version of its inference: the same log gives the same beliefs while it stays.
             */
            model: number;
            /** @description What people call the game. */
            name: string;
            /** @description What the players of this log taught together, where it was asked for one ruleset; absent for the key of a seat. */
            population?: components["schemas"]["PopulationAnswer"];
            /** @description Key in URLs and in the log. */
            ruleset: string;
            /**
             * Format: int32
             * @description Version of its events.
             */
            schema: number;
            /** @description JSON Schemas of `setup`, `parameters`, `event`, `query`, `answer` and `world`. */
            schemas?: {
                [key: string]: unknown;
            };
            /** @description Behaviours that it learns of players, with the Beta priors of a player never seen before. */
            tendencies: {
                [key: string]: unknown;
            }[];
        };
        /** @description The rulesets that are hosted. */
        RulesetList: {
            /** @description One entry a ruleset. */
            items: components["schemas"]["RulesetAnswer"][];
        };
        /** @description Who sits in a seat. */
        SeatAnswer: {
            /** @description The player in it; a pseudonym where the player was forgotten, or the seat is anonymous. */
            player: string;
            /**
             * Format: int32
             * @description The seat.
             */
            seat: number;
        };
        /** @description A key to make for a seat. */
        SeatKeyRequest: {
            /**
             * Format: date-time
             * @description From when on it is refused; never, if absent.
             */
            expires?: string | null;
            /** @description What people call it: up to 200 bytes. */
            name?: string | null;
        };
        /** @description Who sits in a seat. */
        SeatRequest: {
            /**
             * @description Player id, by which the player is known across games: 1 to 64 of `A-Z a-z 0-9 . _ -`, the first a letter or digit. One player may
             *     sit in several seats. Left out, the seat is anonymous: nothing is known of who sits there, and nothing is remembered.
             * @example ann
             */
            player?: string | null;
        };
        /** @description The servers that are alive, and what this one is preferred for. Any server takes any append all the same. */
        ServersAnswer: {
            /** @description Servers that showed a sign of life in the last 3 seconds, this one among them. Empty where that is not known at the moment. Those that are not
             *     advertised are shown to the operator alone. */
            live: string[];
            /** @description Of the others, those that writes can be passed on to: they have proved to be the servers that are alive, and have answered since. */
            reached: string[];
            /** @description Tenants whose logs have several partitions, and how many of them this server is preferred for; the first 100 of them. Shown to the operator
             *     alone: an admin of the tenant `default`. */
            tenants?: components["schemas"]["TenantShare"][];
            /** @description Where the others reach this server: its setting `advertise`, or its own address. */
            url: string;
        };
        /** @description A belief as it was kept at some revision, and as this release works it out from the log. */
        SnapshotAnswer: {
            /** @description Fingerprint of the belief as it was served then. */
            belief_hash: string;
            /** @description Fingerprint of the belief as the log gives it now. */
            belief_hash_now: string;
            /**
             * Format: int32
             * @description Version of the ruleset's inference then. Where it is not that of now, the snapshot is kept for this comparison only.
             */
            model: number;
            /**
             * Format: int64
             * @description After which event.
             */
            revision: number;
            /** @description Whether the two are equal. */
            same: boolean;
            /**
             * Format: int32
             * @description Version of the ruleset's events then.
             */
            schema: number;
        };
        /**
         * @description Whether a game goes on.
         * @enum {string}
         */
        Status: "open" | "finished";
        /** @description Nothing was recorded. Reading goes on; writing does again as soon as there is room. */
        StorageFullProblem: components["schemas"]["ProblemFields"] & {
            /** @constant */
            status: 503;
            /** @constant */
            type: "/problems/storage-full";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/storage-full";
        };
        /** @description Nothing was recorded: the database is a replica, or its file is read-only. */
        StorageReadOnlyProblem: components["schemas"]["ProblemFields"] & {
            /** @constant */
            status: 503;
            /** @constant */
            type: "/problems/storage-read-only";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/storage-read-only";
        };
        /** @description Nothing was recorded: the file was deleted or replaced under the server, which must be stopped and started again over the right one. */
        StorageReplacedProblem: components["schemas"]["ProblemFields"] & {
            /** @constant */
            status: 503;
            /** @constant */
            type: "/problems/storage-replaced";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/storage-replaced";
        };
        /** @description The data of an event of the feed's stream. */
        StreamedEntry: components["schemas"]["FeedEntry"] | components["schemas"]["StreamReset"];
        /** @description The data of an event of a game's stream. */
        StreamedEvent: components["schemas"]["EventView"] | components["schemas"]["StreamReset"];
        /** @description What a stream sends as the event `reset`, before all events, where the log is not the one that the client has followed: what the client has must
         *     be dropped. */
        StreamReset: {
            /** @description Why, and what follows. */
            detail: string;
            /** @description Always true. */
            reset: boolean;
        };
        /**
         * @description How a piece of evidence acts.
         * @enum {string}
         */
        Strength: "hard" | "soft" | "transition";
        /** @description Of how many of a tenant's partitions this server is the preferred one. */
        TenantShare: {
            /**
             * Format: int32
             * @description Partitions of its log.
             */
            partitions: number;
            /**
             * Format: int32
             * @description Of those, how many this server is preferred for.
             */
            preferred: number;
            /** @description The tenant's name. */
            tenant: string;
        };
        /** @description How often a player does something. */
        TendencyAnswer: components["schemas"]["RateAnswer"] & {
            /** @description The same by situation, where the behaviour is distinguished by it. */
            contexts?: components["schemas"]["ContextAnswer"][];
            /** @description What counts as doing it, and what as an opportunity. */
            description: string;
            /** @description The behaviour. */
            tendency: string;
        };
        /** @description It was given up after the server's request_seconds. An append may have been recorded all the same: event ids make trying again safe. */
        TimeoutProblem: components["schemas"]["ProblemFields"] & {
            /** @constant */
            status: 503;
            /** @constant */
            type: "/problems/timeout";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/timeout";
        };
        /** @description The body, or the number of events in it, is over a limit of the server; `limit` names it. */
        TooLargeProblem: components["schemas"]["ProblemFields"] & {
            /** @description Name of the limit that was passed. */
            limit: string;
            /** @constant */
            status: 413;
            /** @constant */
            type: "/problems/too-large";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/too-large";
        };
        /** @description How far statements are to be believed. */
        TrustAnswer: {
            /** @description Accuracies of the last 32 of them, oldest first. */
            recent: number[];
            /**
             * Format: int32
             * @description Rounds that it rests on.
             */
            rounds: number;
            /**
             * Format: double
             * @description In [0, 1]; a stranger starts at 0.5.
             */
            value: number;
        };
        /** @description What was true, as far as the log shows it: cards that were played, dice that were lifted, what the referee reported. */
        TruthAnswer: {
            /** @description The game. */
            game: string;
            /** @description In the order of the events: those after which something else was true, or known to be. */
            items: components["schemas"]["TruthChange"][];
            /**
             * Format: int64
             * @description As of which event the log says so.
             */
            revision: number;
        };
        /** @description What became true with an event, beside what was true before it. */
        TruthChange: {
            /** @description Variables that are no more, or of which nothing is known any more. */
            gone?: string[];
            /**
             * Format: int64
             * @description After which event.
             */
            revision: number;
            /** @description The true value of each variable that has another one than before. */
            values: {
                [key: string]: string;
            };
        };
        /** @description What became of a move, and what holds after it. Everything in it is of one revision. */
        TurnAnswer: components["schemas"]["CatanTurnAnswer"] | components["schemas"]["HeartsTurnAnswer"] | components["schemas"]["LiarsDiceTurnAnswer"] | components["schemas"]["PokemonRandbatsTurnAnswer"] | components["schemas"]["VintoTurnAnswer"];
        /** @description A move, and what is asked after it. */
        TurnRequest: {
            /** @description Events to append, all or nothing, as `POST …/events` takes them. With none, what is asked is asked of the game as it stands. */
            events?: components["schemas"]["EventRequest"][];
            /**
             * @description Who asks, and for whom a refusal is written: `public`, `seat:N` or `referee`; if absent, the seat of a seat's key, and `public` for all others.
             * @example seat:0
             */
            observer?: string | null;
            /** @description Questions, each an object with a `type`. */
            queries?: components["schemas"]["Query"][];
            /** @description The variables of the belief to answer with: ids, or prefixes that end in `*`; all if absent. An empty list leaves the belief out. */
            variables?: string[] | null;
            worlds?: components["schemas"]["DrawRequest"] | null;
        };
        /** @description The table had no answer; `refused` says why. */
        Unanswered: null;
        /** @description Send the header Authorization: Bearer, a space, and a key. `credence keys create` makes the first one on the server's machine; an admin's key makes others with POST /v1/keys, and a referee's those for seats. */
        UnauthenticatedProblem: components["schemas"]["ProblemFields"] & {
            /** @constant */
            status: 401;
            /** @constant */
            type: "/problems/unauthenticated";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/unauthenticated";
        };
        /** @description Nothing was acknowledged. Try again after Retry-After; event ids make that safe. */
        UnavailableProblem: components["schemas"]["ProblemFields"] & {
            /** @constant */
            status: 503;
            /** @constant */
            type: "/problems/unavailable";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/unavailable";
        };
        /** @description Path and parameters together are over 32,768 bytes. Long lists of variables stand in the body of /turn, or are asked for in parts. */
        UriTooLongProblem: components["schemas"]["ProblemFields"] & {
            /** @constant */
            status: 414;
            /** @constant */
            type: "/problems/uri-too-long";
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "/problems/uri-too-long";
        };
        /** @description One hidden variable. */
        VariableAnswer: {
            /**
             * Format: double
             * @description 1 - entropy / log2 of the number of values that the public counts allow, in [0, 1]. They are counted for this variable alone, as the game's page
             *     says: values that the counts of other variables rule out may be among them.
             */
            confidence: number;
            /** @description Whether it follows from other variables, and is left out of sums over variables. */
            derived?: boolean;
            /** @description Values of positive probability in the domain's natural order. */
            distribution: components["schemas"]["OutcomeAnswer"][];
            /**
             * @description Name of the domain.
             * @example count
             * @enum {string}
             */
            domain: "ability" | "count" | "holder" | "in_set" | "item" | "rank" | "role" | "species" | "type";
            /**
             * Format: double
             * @description Entropy in bits.
             */
            entropy_bits: number;
            /**
             * Format: double
             * @description Mean, where values are numbers.
             */
            expected?: number;
            /**
             * @description Where the hidden thing is now.
             * @example seat:2/ore
             */
            id: string;
            /** @description An identity that stays while the thing moves. */
            instance?: string;
            /** @description Whether one value has probability 1. */
            known: boolean;
            /**
             * Format: double
             * @description Greatest possible value, where values are numbers.
             */
            max?: number;
            /**
             * Format: double
             * @description Least possible value, where values are numbers.
             */
            min?: number;
            /**
             * Format: int32
             * @description The seat that it belongs to.
             */
            seat?: number;
        };
        /** @description An answer, with the type of its question. */
        VintoAnswer: components["schemas"]["VintoHoldsKnownAnswer"] | components["schemas"]["VintoKnowsAnswer"] | components["schemas"]["VintoRankAnswer"] | components["schemas"]["VintoReadinessAnswer"] | components["schemas"]["VintoRowTotalAnswer"] | components["schemas"]["VintoWinsIfCalledAnswer"];
        /** @description King: a seat names the rank of a card. If it is right, the card leaves the row, and its action may be played; if not, it stays, and a penalty follows. */
        VintoDeclare: {
            /** @description The card's rank, where it was shown: always if it was right; if not, as the table plays it. Left out: it was wrong. */
            actual?: components["schemas"]["VintoRank"] | null;
            /** @description Place in the row, from 0. */
            position: number;
            /** @description The rank that was named. */
            rank: components["schemas"]["VintoRank"];
            /** @description Who played the King. */
            seat: number;
            /** @description Whose card. */
            target: number;
        };
        /** @description King: a seat names the rank of a card. */
        VintoDeclareEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["VintoDeclare"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "vinto";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "declare";
        };
        /** @description King: a seat names the rank of a card. */
        VintoDeclareEvent: {
            data: components["schemas"]["VintoDeclare"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "declare";
        };
        /** @description King: a seat names the rank of a card. */
        VintoDeclareInstead: {
            data: components["schemas"]["VintoDeclare"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "declare";
        };
        /** @description King: a seat names the rank of a card. */
        VintoDeclareView: {
            data: components["schemas"]["VintoDeclare"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "declare";
        };
        /** @description The drawn card goes to the discard pile, unplayed. */
        VintoDiscard: {
            /** @description The card, face up. */
            card: components["schemas"]["VintoRank"];
            /** @description Who discards. */
            seat: number;
        };
        /** @description The drawn card goes to the discard pile. */
        VintoDiscardEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["VintoDiscard"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "vinto";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "discard";
        };
        /** @description The drawn card goes to the discard pile. */
        VintoDiscardEvent: {
            data: components["schemas"]["VintoDiscard"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "discard";
        };
        /** @description The drawn card goes to the discard pile. */
        VintoDiscardInstead: {
            data: components["schemas"]["VintoDiscard"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "discard";
        };
        /** @description The drawn card goes to the discard pile. */
        VintoDiscardView: {
            data: components["schemas"]["VintoDiscard"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "discard";
        };
        /** @description The seat to act takes the top of the draw pile. */
        VintoDraw: {
            /** @description The card: seen by all, or by the one who draws, as the table plays it. */
            card?: components["schemas"]["VintoRank"] | null;
            /** @description Who draws. */
            seat: number;
        };
        /** @description The seat to act takes the top of the draw pile. */
        VintoDrawEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["VintoDraw"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "vinto";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "draw";
        };
        /** @description The seat to act takes the top of the draw pile. */
        VintoDrawEvent: {
            data: components["schemas"]["VintoDraw"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "draw";
        };
        /** @description The seat to act takes the top of the draw pile. */
        VintoDrawInstead: {
            data: components["schemas"]["VintoDraw"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "draw";
        };
        /** @description The seat to act takes the top of the draw pile. */
        VintoDrawView: {
            data: components["schemas"]["VintoDraw"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "draw";
        };
        /** @description Vinto: ranks in rows of hidden cards, from peeks, swaps, toss-ins and calls */
        VintoEntry: components["schemas"]["VintoDeclareEntry"] | components["schemas"]["VintoDiscardEntry"] | components["schemas"]["VintoDrawEntry"] | components["schemas"]["VintoForceDrawEntry"] | components["schemas"]["VintoPeekEntry"] | components["schemas"]["VintoPenaltyEntry"] | components["schemas"]["VintoReshuffleEntry"] | components["schemas"]["VintoRevealEntry"] | components["schemas"]["VintoRoundEntry"] | components["schemas"]["VintoSwapEntry"] | components["schemas"]["VintoSwitchEntry"] | components["schemas"]["VintoTakeDiscardEntry"] | components["schemas"]["VintoTossInEntry"] | components["schemas"]["VintoTossWindowEntry"] | components["schemas"]["VintoUseActionEntry"] | components["schemas"]["VintoVintoEntry"];
        /** @description Vinto: ranks in rows of hidden cards, from peeks, swaps, toss-ins and calls */
        VintoEvent: components["schemas"]["VintoDeclareEvent"] | components["schemas"]["VintoDiscardEvent"] | components["schemas"]["VintoDrawEvent"] | components["schemas"]["VintoForceDrawEvent"] | components["schemas"]["VintoPeekEvent"] | components["schemas"]["VintoPenaltyEvent"] | components["schemas"]["VintoReshuffleEvent"] | components["schemas"]["VintoRevealEvent"] | components["schemas"]["VintoRoundEvent"] | components["schemas"]["VintoSwapEvent"] | components["schemas"]["VintoSwitchEvent"] | components["schemas"]["VintoTakeDiscardEvent"] | components["schemas"]["VintoTossInEvent"] | components["schemas"]["VintoTossWindowEvent"] | components["schemas"]["VintoUseActionEvent"] | components["schemas"]["VintoVintoEvent"];
        /** @description Ace: another seat takes the top of the draw pile into its row, unseen. */
        VintoForceDraw: {
            /** @description Who played the Ace. */
            seat: number;
            /** @description Who takes the card, at the end of its row. */
            target: number;
        };
        /** @description Ace: another seat takes the top of the draw pile into its row, unseen. */
        VintoForceDrawEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["VintoForceDraw"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "vinto";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "force_draw";
        };
        /** @description Ace: another seat takes the top of the draw pile into its row, unseen. */
        VintoForceDrawEvent: {
            data: components["schemas"]["VintoForceDraw"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "force_draw";
        };
        /** @description Ace: another seat takes the top of the draw pile into its row, unseen. */
        VintoForceDrawInstead: {
            data: components["schemas"]["VintoForceDraw"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "force_draw";
        };
        /** @description Ace: another seat takes the top of the draw pile into its row, unseen. */
        VintoForceDrawView: {
            data: components["schemas"]["VintoForceDraw"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "force_draw";
        };
        /**
         * @description Where a played action card came from. `drawn`: It was just drawn. `discard`: It was the top of the discard pile. `toss_in`: It was tossed in. `declared`: It was named rightly, in a swap or by a King.
         * @enum {string}
         */
        VintoFrom: "drawn" | "discard" | "toss_in" | "declared";
        /** @description A game. */
        VintoGameAnswer: {
            /** @description Hash of the last event, in hexadecimal; shown to the referee only. */
            chain_head?: string;
            /** @description Its id. */
            game: string;
            /** @description What becomes of an event that cannot be true. */
            on_contradiction?: components["schemas"]["OnContradiction"];
            /**
             * Format: date-time
             * @description When it was opened.
             */
            opened: string;
            parameters?: components["schemas"]["VintoParameters"];
            /**
             * Format: int64
             * @description Revision of its last event.
             */
            revision: number;
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "vinto";
            /** @description Who sits where. */
            seats: components["schemas"]["SeatAnswer"][];
            setup?: components["schemas"]["VintoSetup"];
            /** @description Whether it goes on. */
            status: components["schemas"]["Status"];
        };
        /** @description Revision 0: everything that the game's beliefs depend on. */
        VintoGameOpening: {
            on_contradiction: components["schemas"]["OnContradiction"];
            parameters: components["schemas"]["VintoParameters"];
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "vinto";
            /** @description Who sits where, each with what past games said. */
            seats: {
                [key: string]: unknown;
            }[];
            setup: components["schemas"]["VintoSetup"];
        };
        /** @description To `holds_known`. */
        VintoHoldsKnownAnswer: {
            /**
             * Format: double
             * @description Effective number of independent samples; absent where it is exact.
             */
            effective_sample_size?: number | null;
            /** @description `exact`, or `sampled` where an exact sum would have taken too long. */
            method: string;
            /**
             * Format: double
             * @description In [0, 1].
             */
            p: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "holds_known";
        };
        /** @description Whether a seat holds a card of a rank that it has looked at. */
        VintoHoldsKnownQuery: {
            /** @description The rank. */
            rank: components["schemas"]["VintoRank"];
            /** @description Whose row. */
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "holds_known";
        };
        /** @description Vinto: ranks in rows of hidden cards, from peeks, swaps, toss-ins and calls */
        VintoInstead: components["schemas"]["VintoDeclareInstead"] | components["schemas"]["VintoDiscardInstead"] | components["schemas"]["VintoDrawInstead"] | components["schemas"]["VintoForceDrawInstead"] | components["schemas"]["VintoPeekInstead"] | components["schemas"]["VintoPenaltyInstead"] | components["schemas"]["VintoReshuffleInstead"] | components["schemas"]["VintoRevealInstead"] | components["schemas"]["VintoRoundInstead"] | components["schemas"]["VintoSwapInstead"] | components["schemas"]["VintoSwitchInstead"] | components["schemas"]["VintoTakeDiscardInstead"] | components["schemas"]["VintoTossInInstead"] | components["schemas"]["VintoTossWindowInstead"] | components["schemas"]["VintoUseActionInstead"] | components["schemas"]["VintoVintoInstead"];
        /** @description To `knows`. */
        VintoKnowsAnswer: {
            /** @description Whether it has: public, because who looks where is seen. */
            knows: boolean;
            /** @description Whether all know the card. */
            shown: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "knows";
        };
        /** @description Whether a seat has looked at a card of its row. */
        VintoKnowsQuery: {
            /** @description Place in it, from 0. */
            position: number;
            /** @description Whose row. */
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "knows";
        };
        /** @description An answer, or null where the table had none. */
        VintoMaybeAnswer: components["schemas"]["VintoAnswer"] | components["schemas"]["VintoHoldsKnownAnswer"] | components["schemas"]["Unanswered"];
        /** @description A game to open. */
        VintoOpenRequest: {
            /** @description What to do with an event that cannot be true. */
            on_contradiction?: components["schemas"]["OnContradiction"];
            parameters?: components["schemas"]["VintoParameters"];
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "vinto";
            /** @description One entry a seat, in order. */
            seats: components["schemas"]["SeatRequest"][];
            setup?: components["schemas"]["VintoSetup"];
        };
        /** @description What a client chooses of the model. The switches govern what a belief uses, never what is recorded. */
        VintoParameters: {
            /** @description Whether played and unplayed actions are read. */
            action_usage?: boolean | null;
            /** @description Whether cards that the observer was shown in the row are used: true. */
            direct_observation?: boolean | null;
            /** @description Distinct cards with evidence up to which the posterior is worked out exactly, 1 to 16: 13. Cards with equal evidence count for less: what is bounded is two to the power of this, in states. */
            exact_cards?: number | null;
            /** @description Whether wrong declarations are used: true. */
            king_declaration?: boolean | null;
            /** @description Whether cards that were not tossed in are read. */
            no_toss_in?: boolean | null;
            /** @description Whose habits are the usual ones: `learned`. */
            population?: components["schemas"]["VintoPopulationSource"] | null;
            /** @description `seed`: the likelihoods, and what they are about, of an earlier tracker, kept for comparison. */
            preset?: components["schemas"]["VintoPreset"] | null;
            /** @description Weighted samples that a posterior is worked out from that is not exact, 100 to 20,000: 2,000. */
            samples?: number | null;
            /**
             * Format: double
             * @description Exponent of the soft likelihoods, 0 to 4: 1 by default, 0 leaves hard facts only. Of a call it is a factor on its rate.
             */
            soft_weight?: number | null;
            /** @description Whether swaps are read. */
            swap_behavior?: boolean | null;
            /** @description Whether wrong toss-ins are used: true. */
            toss_in_failure?: boolean | null;
            /** @description Whether the call of the round is read. */
            vinto_call?: boolean | null;
        };
        /** @description A seat looks at a card: its own before the first turn; by Seven or Eight; by Nine or Ten; by Queen, twice. */
        VintoPeek: {
            /** @description The card; seen by the one who looks. */
            card?: components["schemas"]["VintoRank"] | null;
            /** @description Place in the row, from 0. */
            position: number;
            /** @description Who looks. */
            seat: number;
            /** @description Whose row. */
            target: number;
        };
        /** @description A seat looks at a card. */
        VintoPeekEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["VintoPeek"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "vinto";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "peek";
        };
        /** @description A seat looks at a card. */
        VintoPeekEvent: {
            data: components["schemas"]["VintoPeek"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "peek";
        };
        /** @description A seat looks at a card. */
        VintoPeekInstead: {
            data: components["schemas"]["VintoPeek"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "peek";
        };
        /** @description A seat looks at a card. */
        VintoPeekView: {
            data: components["schemas"]["VintoPeek"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "peek";
        };
        /** @description A seat takes the top of the draw pile into its row, unseen, for a mistake. */
        VintoPenalty: {
            /** @description Who takes the card, at the end of its row. */
            seat: number;
        };
        /** @description A seat takes the top of the draw pile into its row, unseen, for a mistake. */
        VintoPenaltyEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["VintoPenalty"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "vinto";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "penalty";
        };
        /** @description A seat takes the top of the draw pile into its row, unseen, for a mistake. */
        VintoPenaltyEvent: {
            data: components["schemas"]["VintoPenalty"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "penalty";
        };
        /** @description A seat takes the top of the draw pile into its row, unseen, for a mistake. */
        VintoPenaltyInstead: {
            data: components["schemas"]["VintoPenalty"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "penalty";
        };
        /** @description A seat takes the top of the draw pile into its row, unseen, for a mistake. */
        VintoPenaltyView: {
            data: components["schemas"]["VintoPenalty"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "penalty";
        };
        /** @description A place in a row. */
        VintoPlace: {
            /** @description Place in it, from 0. */
            position: number;
            /** @description Whose row. */
            seat: number;
        };
        /**
         * @description Where a game's numbers of the population come from: the parameter `population` of rulesets that have the choice. `learned`: From the shipped numbers, drawn to what the players of this log taught together. An opening that was written before this could be chosen holds nothing that was taught. `shipped`: From the shipped numbers alone.
         * @enum {string}
         */
        VintoPopulationSource: "learned" | "shipped";
        /**
         * @description A named choice of the model. `seed`: Literal numbers, each on the card at the position that the event names.
         * @enum {string}
         */
        VintoPreset: "seed";
        /** @description The answers, in the order of the questions. */
        VintoQueriesAnswer: {
            /** @description One a question, with its `type`. */
            answers: components["schemas"]["VintoAnswer"][];
            /**
             * Format: int64
             * @description After which event.
             */
            revision: number;
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "vinto";
        };
        /** @description A question of this game. */
        VintoQuery: components["schemas"]["VintoHoldsKnownQuery"] | components["schemas"]["VintoKnowsQuery"] | components["schemas"]["VintoRankQuery"] | components["schemas"]["VintoReadinessQuery"] | components["schemas"]["VintoRowTotalQuery"] | components["schemas"]["VintoWinsIfCalledQuery"];
        /**
         * @description A rank. Suits do not matter, so a card is its rank. `A`: Worth 1. `2`: Worth 2. `3`: Worth 3. `4`: Worth 4. `5`: Worth 5. `6`: Worth 6. `7`: Worth 7. `8`: Worth 8. `9`: Worth 9. `10`: Worth 10. `J`: Worth 10. `Q`: Worth 10. `K`: Worth 0. `Joker`: Worth -1.
         * @enum {string}
         */
        VintoRank: "A" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "J" | "Q" | "K" | "Joker";
        /** @description To `rank`. */
        VintoRankAnswer: {
            /**
             * Format: double
             * @description Effective number of independent samples; absent where it is exact.
             */
            effective_sample_size?: number | null;
            /**
             * Format: double
             * @description Its expected value in points.
             */
            expected: number;
            /** @description `exact`, or `sampled` where an exact sum would have taken too long. */
            method: string;
            /** @description P(rank), of ranks that it may have. */
            ranks: {
                [key: string]: number;
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "rank";
        };
        /** @description The rank of a card. */
        VintoRankQuery: {
            /** @description Place in it, from 0. */
            position: number;
            /** @description Whose row. */
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "rank";
        };
        /** @description To `readiness`. */
        VintoReadinessAnswer: {
            /**
             * Format: double
             * @description P(total at most ten).
             */
            at_most_ten: number;
            /**
             * Format: double
             * @description Effective number of independent samples; absent where it is exact.
             */
            effective_sample_size?: number | null;
            /** @description `exact`, or `sampled` where an exact sum would have taken too long. */
            method: string;
            /**
             * Format: double
             * @description E[(30 - total) / 20, kept within 0 and 1]: 0 at thirty points, 1 at ten and below.
             */
            readiness: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "readiness";
        };
        /** @description How near a seat is to calling. */
        VintoReadinessQuery: {
            /** @description Whose. */
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "readiness";
        };
        /** @description All discards but the top are shuffled under what is left of the draw pile. */
        VintoReshuffle: {
            /** @description Cards of the draw pile that stayed on top. */
            kept: number;
        };
        /** @description All discards but the top are shuffled under what is left of the draw pile. A card that was taken from the discards and not played yet is in hand, and the one under it the top. */
        VintoReshuffleEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["VintoReshuffle"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "vinto";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reshuffle";
        };
        /** @description All discards but the top are shuffled under what is left of the draw pile. A card that was taken from the discards and not played yet is in hand, and the one under it the top. */
        VintoReshuffleEvent: {
            data: components["schemas"]["VintoReshuffle"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reshuffle";
        };
        /** @description All discards but the top are shuffled under what is left of the draw pile. A card that was taken from the discards and not played yet is in hand, and the one under it the top. */
        VintoReshuffleInstead: {
            data: components["schemas"]["VintoReshuffle"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reshuffle";
        };
        /** @description All discards but the top are shuffled under what is left of the draw pile. A card that was taken from the discards and not played yet is in hand, and the one under it the top. */
        VintoReshuffleView: {
            data: components["schemas"]["VintoReshuffle"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reshuffle";
        };
        /** @description All rows are turned up, which ends the round: after the call and the turns that follow it, or where no card is left to draw and none to shuffle. */
        VintoReveal: {
            /** @description Every row, in order of its places. */
            hands: {
                [key: number]: components["schemas"]["VintoRank"][];
            };
        };
        /** @description All rows are turned up, which ends the round: after the call and the turns that follow it, or where no card is left to draw and none to shuffle. */
        VintoRevealEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["VintoReveal"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "vinto";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reveal";
        };
        /** @description All rows are turned up, which ends the round: after the call and the turns that follow it, or where no card is left to draw and none to shuffle. */
        VintoRevealEvent: {
            data: components["schemas"]["VintoReveal"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reveal";
        };
        /** @description All rows are turned up, which ends the round: after the call and the turns that follow it, or where no card is left to draw and none to shuffle. */
        VintoRevealInstead: {
            data: components["schemas"]["VintoReveal"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reveal";
        };
        /** @description All rows are turned up, which ends the round: after the call and the turns that follow it, or where no card is left to draw and none to shuffle. */
        VintoRevealView: {
            data: components["schemas"]["VintoReveal"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reveal";
        };
        /** @description A shuffled deck is dealt: a row to each seat, face down. */
        VintoRound: {
            /** @description The card that is turned up to begin the discard pile, where the table does so. */
            discard?: components["schemas"]["VintoRank"] | null;
            /** @description Who has the first turn. */
            first: number;
        };
        /** @description A shuffled deck is dealt: a row to each seat, face down. */
        VintoRoundEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["VintoRound"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "vinto";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "round";
        };
        /** @description A shuffled deck is dealt: a row to each seat, face down. */
        VintoRoundEvent: {
            data: components["schemas"]["VintoRound"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "round";
        };
        /** @description A shuffled deck is dealt: a row to each seat, face down. */
        VintoRoundInstead: {
            data: components["schemas"]["VintoRound"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "round";
        };
        /** @description A shuffled deck is dealt: a row to each seat, face down. */
        VintoRoundView: {
            data: components["schemas"]["VintoRound"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "round";
        };
        /** @description To `row_total`. */
        VintoRowTotalAnswer: {
            /**
             * Format: double
             * @description Effective number of independent samples; absent where it is exact.
             */
            effective_sample_size?: number | null;
            /**
             * Format: double
             * @description Its expectation.
             */
            expected: number;
            /** @description `exact`, or `sampled` where an exact sum would have taken too long. */
            method: string;
            /** @description P(total), of totals that it may have. */
            totals: {
                [key: string]: number;
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "row_total";
        };
        /** @description The total of a row. */
        VintoRowTotalQuery: {
            /** @description Whose. */
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "row_total";
        };
        /** @description House rules. Everything left out is as in the game that this ruleset was asked for. */
        VintoSetup: {
            /** @description Whether an Ace may make its own player take the card: true. Openings that were written before this could be chosen lack it, and there it may not. */
            ace_on_self?: boolean | null;
            /** @description Whether the seats that did not call the round may look at each other's cards once it is called, without playing a card: false. */
            coalition_looks?: boolean | null;
            /** @description Who sees a card that is swapped out of a row: `public`. Private: the seat that gave it up. */
            discards?: components["schemas"]["VintoSight"] | null;
            /** @description Who sees a card that is drawn: `public`. */
            draws?: components["schemas"]["VintoSight"] | null;
            /** @description Whether a card that was declared or tossed in wrongly is shown to all: true. If not, it is only known what it is not. */
            failures_shown?: boolean | null;
            /** @description Whether a card is turned up to begin the discard pile: false. */
            initial_discard?: boolean | null;
            /** @description Whether a King that was taken from the discard pile goes back on top of the card that he named rightly, and not under it: false. */
            king_on_top?: boolean | null;
            /** @description Whether a seat that tossed in wrongly may not toss in again in the same window: true. */
            one_try?: boolean | null;
            /** @description Own cards that each seat may look at before the first turn, 0 to 8: 2. */
            peeks?: number | null;
            /** @description Whether a wrong toss-in costs one card for each that does not match, and not one in all: true. One in all where wrong cards are not shown, because nobody can count them. */
            penalty_per_card?: boolean | null;
            /** @description Cards dealt to each row, 1 to 8: 5. */
            row?: number | null;
            /** @description Whether Jack and Queen may take both cards from one row: false. */
            switch_within_row?: boolean | null;
            /** @description Whether the ranks of a King that was tossed in are added to those that could be tossed in before, and do not replace them: false. */
            tossed_king_widens?: boolean | null;
        };
        /**
         * @description Who sees a card. `public`: Everyone. `private`: The seat that handles it.
         * @enum {string}
         */
        VintoSight: "public" | "private";
        /** @description The drawn card goes into the own row, and the card that lay there to the discard pile. */
        VintoSwap: {
            /** @description The rank that the seat said the outgoing card has. If it is right, its action may be played; if not, a penalty follows. */
            declared?: components["schemas"]["VintoRank"] | null;
            /** @description The card that goes in; seen as it was when it was drawn. */
            drawn?: components["schemas"]["VintoRank"] | null;
            /** @description The card that goes out: seen by all, or by the one who swaps, as the table plays it. */
            out?: components["schemas"]["VintoRank"] | null;
            /** @description Place in the own row, from 0. */
            position: number;
            /** @description Who swaps. */
            seat: number;
        };
        /** @description The drawn card goes into the own row, and the card that lay there to the discard pile. */
        VintoSwapEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["VintoSwap"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "vinto";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "swap";
        };
        /** @description The drawn card goes into the own row, and the card that lay there to the discard pile. */
        VintoSwapEvent: {
            data: components["schemas"]["VintoSwap"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "swap";
        };
        /** @description The drawn card goes into the own row, and the card that lay there to the discard pile. */
        VintoSwapInstead: {
            data: components["schemas"]["VintoSwap"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "swap";
        };
        /** @description The drawn card goes into the own row, and the card that lay there to the discard pile. */
        VintoSwapView: {
            data: components["schemas"]["VintoSwap"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "swap";
        };
        /** @description Jack and Queen: two cards change places, or not. A Queen's looks are two `peek` events before it. */
        VintoSwitch: {
            /** @description One of the two. */
            a: components["schemas"]["VintoPlace"];
            /** @description The other. */
            b: components["schemas"]["VintoPlace"];
            /** @description Whether they changed places. */
            executed: boolean;
            /** @description Who played the card. */
            seat: number;
        };
        /** @description Jack and Queen: two cards change places, or not. */
        VintoSwitchEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["VintoSwitch"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "vinto";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "switch";
        };
        /** @description Jack and Queen: two cards change places, or not. */
        VintoSwitchEvent: {
            data: components["schemas"]["VintoSwitch"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "switch";
        };
        /** @description Jack and Queen: two cards change places, or not. */
        VintoSwitchInstead: {
            data: components["schemas"]["VintoSwitch"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "switch";
        };
        /** @description Jack and Queen: two cards change places, or not. */
        VintoSwitchView: {
            data: components["schemas"]["VintoSwitch"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "switch";
        };
        /** @description Instead of drawing, the seat to act takes the top of the discard pile, to play its action. */
        VintoTakeDiscard: {
            /** @description The card. */
            card: components["schemas"]["VintoRank"];
            /** @description Who takes it. */
            seat: number;
        };
        /** @description Instead of drawing, the seat to act takes the top of the discard pile, to play its action. */
        VintoTakeDiscardEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["VintoTakeDiscard"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "vinto";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "take_discard";
        };
        /** @description Instead of drawing, the seat to act takes the top of the discard pile, to play its action. */
        VintoTakeDiscardEvent: {
            data: components["schemas"]["VintoTakeDiscard"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "take_discard";
        };
        /** @description Instead of drawing, the seat to act takes the top of the discard pile, to play its action. */
        VintoTakeDiscardInstead: {
            data: components["schemas"]["VintoTakeDiscard"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "take_discard";
        };
        /** @description Instead of drawing, the seat to act takes the top of the discard pile, to play its action. */
        VintoTakeDiscardView: {
            data: components["schemas"]["VintoTakeDiscard"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "take_discard";
        };
        /** @description A seat throws own cards after the one just discarded. If all match, they leave the row, and the cards after them move up; if one does not, none leaves. */
        VintoTossIn: {
            /** @description The cards at these places, in the same order. Left out where a wrong toss-in is not shown: then it is only known that they do not all match. */
            cards?: components["schemas"]["VintoRank"][];
            /** @description Places in the row before it, from 0. */
            positions: number[];
            /** @description Who tosses in. */
            seat: number;
            /** @description Whether all matched. */
            success: boolean;
        };
        /** @description A seat throws own cards after the one just discarded. */
        VintoTossInEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["VintoTossIn"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "vinto";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "toss_in";
        };
        /** @description A seat throws own cards after the one just discarded. */
        VintoTossInEvent: {
            data: components["schemas"]["VintoTossIn"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "toss_in";
        };
        /** @description A seat throws own cards after the one just discarded. */
        VintoTossInInstead: {
            data: components["schemas"]["VintoTossIn"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "toss_in";
        };
        /** @description A seat throws own cards after the one just discarded. */
        VintoTossInView: {
            data: components["schemas"]["VintoTossIn"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "toss_in";
        };
        /** @description The time to toss in is over. */
        VintoTossWindow: {
            /** @description Seats that were free to toss in until the end. Those that the rules kept from it are left out. */
            eligible: number[];
            /** @description The ranks that could be tossed in. */
            ranks: components["schemas"]["VintoRank"][];
        };
        /** @description The time to toss in is over. */
        VintoTossWindowEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["VintoTossWindow"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "vinto";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "toss_window";
        };
        /** @description The time to toss in is over. */
        VintoTossWindowEvent: {
            data: components["schemas"]["VintoTossWindow"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "toss_window";
        };
        /** @description The time to toss in is over. */
        VintoTossWindowInstead: {
            data: components["schemas"]["VintoTossWindow"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "toss_window";
        };
        /** @description The time to toss in is over. */
        VintoTossWindowView: {
            data: components["schemas"]["VintoTossWindow"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "toss_window";
        };
        /** @description What became of a move, and what holds after it. Everything in it is of one revision. */
        VintoTurnAnswer: {
            /** @description One a question, in order; null where the table had no answer, and then `refused` says why. */
            answers: components["schemas"]["VintoMaybeAnswer"][];
            /** @description One entry an event, in order. */
            appended: components["schemas"]["AppendedEvent"][];
            /** @description The observer's belief, or the variables of it that were asked for. */
            belief?: components["schemas"]["BeliefAnswer"];
            /** @description The game. */
            game: string;
            /** @description What is unusual about the events, although they were taken. */
            notices?: components["schemas"]["Notice"][];
            /** @description What was asked and could not be answered at this table. The events are recorded all the same. */
            refused?: components["schemas"]["RefusedPart"][];
            /**
             * Format: int64
             * @description Revision of the last event of the request; of the game, where the request had none.
             */
            revision: number;
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "vinto";
            worlds?: components["schemas"]["VintoWorldsAnswer"];
        };
        /** @description A card's action is played. */
        VintoUseAction: {
            /** @description The card, face up. */
            card: components["schemas"]["VintoRank"];
            /** @description Where it came from. */
            from: components["schemas"]["VintoFrom"];
            /** @description Who plays it. */
            seat: number;
        };
        /** @description A card's action is played. What it does follows as `peek`, `switch`, `declare` or `force_draw`. */
        VintoUseActionEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["VintoUseAction"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "vinto";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "use_action";
        };
        /** @description A card's action is played. What it does follows as `peek`, `switch`, `declare` or `force_draw`. */
        VintoUseActionEvent: {
            data: components["schemas"]["VintoUseAction"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "use_action";
        };
        /** @description A card's action is played. What it does follows as `peek`, `switch`, `declare` or `force_draw`. */
        VintoUseActionInstead: {
            data: components["schemas"]["VintoUseAction"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "use_action";
        };
        /** @description A card's action is played. What it does follows as `peek`, `switch`, `declare` or `force_draw`. */
        VintoUseActionView: {
            data: components["schemas"]["VintoUseAction"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "use_action";
        };
        /** @description Vinto: ranks in rows of hidden cards, from peeks, swaps, toss-ins and calls */
        VintoView: components["schemas"]["VintoDeclareView"] | components["schemas"]["VintoDiscardView"] | components["schemas"]["VintoDrawView"] | components["schemas"]["VintoForceDrawView"] | components["schemas"]["VintoPeekView"] | components["schemas"]["VintoPenaltyView"] | components["schemas"]["VintoReshuffleView"] | components["schemas"]["VintoRevealView"] | components["schemas"]["VintoRoundView"] | components["schemas"]["VintoSwapView"] | components["schemas"]["VintoSwitchView"] | components["schemas"]["VintoTakeDiscardView"] | components["schemas"]["VintoTossInView"] | components["schemas"]["VintoTossWindowView"] | components["schemas"]["VintoUseActionView"] | components["schemas"]["VintoVintoView"];
        /** @description A seat calls the round: every other seat has one more turn. */
        VintoVinto: {
            /** @description Who calls. */
            seat: number;
        };
        /** @description A seat calls the round: every other seat has one more turn. */
        VintoVintoEntry: {
            /** @description Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice. */
            cursor: string;
            data: components["schemas"]["VintoVinto"];
            /** @description The game. */
            game: string;
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** @constant */
            ruleset: "vinto";
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "vinto";
        };
        /** @description A seat calls the round: every other seat has one more turn. */
        VintoVintoEvent: {
            data: components["schemas"]["VintoVinto"];
            /** @description Makes retrying safe. Minted if absent. */
            id?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of recording if absent.
             */
            time?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "vinto";
        };
        /** @description A seat calls the round: every other seat has one more turn. */
        VintoVintoInstead: {
            data: components["schemas"]["VintoVinto"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "vinto";
        };
        /** @description A seat calls the round: every other seat has one more turn. */
        VintoVintoView: {
            data: components["schemas"]["VintoVinto"];
            id: string;
            /** @description Id of the key that reported it: to the referee alone, and where a key did. */
            reporter?: string;
            /**
             * Format: int64
             * @description Revision of the newest retraction that took it back; in a page of the log alone, not in a stream.
             */
            retracted_by?: number;
            /**
             * Format: int64
             * @description Its revision.
             */
            revision: number;
            /** Format: date-time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "vinto";
        };
        /** @description To `wins_if_called`. */
        VintoWinsIfCalledAnswer: {
            /**
             * Format: double
             * @description P(every other row has a higher total).
             */
            alone: number;
            /**
             * Format: double
             * @description P(no row has a lower total).
             */
            p: number;
            /**
             * Format: double
             * @description Standard error of `p`: it is worked out from sampled worlds, and 0 only where they all agree.
             */
            standard_error: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "wins_if_called";
            /**
             * Format: int64
             * @description How many worlds.
             */
            worlds: number;
        };
        /** @description Whether a seat's total would be the lowest, were all rows turned up now. A tie counts: the caller wins it. */
        VintoWinsIfCalledQuery: {
            /** @description Whose. */
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "wins_if_called";
        };
        /** @description Every card that is out, by its place. */
        VintoWorld: {
            /** @description The draw pile, top first. */
            draw_pile: components["schemas"]["VintoRank"][];
            /** @description The card that was drawn and is neither swapped nor discarded yet. */
            drawn?: components["schemas"]["VintoRank"] | null;
            /** @description Discards that not everybody saw, oldest first. */
            face_down?: components["schemas"]["VintoRank"][];
            /** @description Each row in order of its places. */
            rows: {
                [key: number]: components["schemas"]["VintoRank"][];
            };
        };
        /** @description One world. Worlds are drawn as often as they are probable, so that a plain average over them is the right one wherever `importance` is
         *     null; weighing them by their probability would count it twice. */
        VintoWorldAnswer: {
            /**
             * Format: double
             * @description By what the world has to be weighed in an average: above 0 and about 1 on average, or 0 for a draw that came to nothing. Null
             *     where all draws count alike, as they do unless the method is `sampled`.
             */
            importance: number | null;
            /**
             * Format: double
             * @description Natural logarithm of the world's probability under the belief. It is no weight: a probable world is drawn often already. Null where
             *     it is not known, because the draws are weighted.
             */
            ln_probability: number | null;
            world: components["schemas"]["VintoWorld"];
        };
        /** @description Sampled worlds. */
        VintoWorldsAnswer: {
            /**
             * Format: int64
             * @description How many.
             */
            count: number;
            /**
             * Format: double
             * @description Probability lost to caps on tracked worlds.
             */
            dropped_mass: number;
            /**
             * Format: double
             * @description How many independent draws they are worth.
             */
            effective_sample_size: number;
            /** @description How the belief was worked out. */
            method: components["schemas"]["Method"];
            /**
             * Format: int64
             * @description Draws that were thrown away on the way.
             */
            rejected: number;
            /**
             * Format: int64
             * @description After which event.
             */
            revision: number;
            /**
             * @description The ruleset. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            ruleset: "vinto";
            /**
             * Format: int64
             * @description The seed that draws them again.
             */
            seed: number;
            /** @description The worlds, in order of their index. */
            worlds: components["schemas"]["VintoWorldAnswer"][];
        };
        /** @description What should be otherwise. */
        WhatIfRequest: {
            /**
             * @description Whose belief: `public`, `seat:N` or `referee`; if absent, the seat of a seat's key, and `public` for all others.
             * @example seat:0
             */
            observer?: string | null;
            /** @description Parameters of the model instead of the game's. */
            parameters?: components["schemas"]["Parameters"] | null;
            revision?: number | null;
            /** @description Events that should follow the last. */
            with?: components["schemas"]["EventRequest"][];
            /** @description Events that should not have been. */
            without?: number[];
        };
        /** @description Sampled worlds. */
        WorldsAnswer: components["schemas"]["CatanWorldsAnswer"] | components["schemas"]["HeartsWorldsAnswer"] | components["schemas"]["LiarsDiceWorldsAnswer"] | components["schemas"]["PokemonRandbatsWorldsAnswer"] | components["schemas"]["VintoWorldsAnswer"];
        /** @description How many worlds, of whose belief. */
        WorldsRequest: {
            /** @description In which form: `now` (what is hidden now), or one that the ruleset's schemas name under `forms`; `now` if absent. */
            as?: string | null;
            /**
             * Format: int64
             * @description How many.
             */
            count: number;
            /**
             * @description Whose belief: `public`, `seat:N` or `referee`; if absent, the seat of a seat's key, and `public` for all others.
             * @example seat:0
             */
            observer?: string | null;
            revision?: number | null;
            /**
             * Format: int64
             * @description World `i` depends on seed and `i` alone. Chosen by the server and told, where none is given.
             */
            seed?: number | null;
        };
    };
    responses: {
        /** @description `not-json`: The body is not JSON. `parameter`: A parameter is wrong. */
        Problem400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `unauthenticated`: A key is needed. */
        Problem401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `not-allowed`: The key does not allow this. `host`: This host is not served. */
        Problem403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `not-found`: There is no such thing. */
        Problem404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `method-not-allowed`: The method is not allowed here. */
        Problem405: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `not-acceptable`: No such representation. */
        Problem406: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `body-timeout`: The body did not arrive in time. */
        Problem408: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `id-reused`: The event id stands for other content. `id-misplaced`: A known event stands after new ones. `game-exists`: The game was opened otherwise. `game-finished`: The game is finished. */
        Problem409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `player-forgotten`: The player was forgotten. `log-restored`: The log is not the one that the cursor is of. `game-erased`: The game was erased. */
        Problem410: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `revision-moved`: The game is at another revision. */
        Problem412: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `too-large`: The request is too large. */
        Problem413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `uri-too-long`: The path is too long. */
        Problem414: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `media-type`: The content type is not read here. */
        Problem415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `read-only-server`: This server only reads. `misdirected`: The request is for another server. */
        Problem421: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `malformed`: The request has the wrong shape. `over-limit`: More than a limit allows. `refusal`: A rule of the game forbids it. `contradiction`: No world is left. */
        Problem422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `rate-limited`: A caller takes more than its share. */
        Problem429: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `internal`: The server failed. `damaged`: What is stored is not what was written. */
        Problem500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `overloaded`: The server has more to do than it takes on. `unavailable`: The database is unavailable. `storage-full`: The disk of the database is full. `storage-read-only`: The database takes no writes. `storage-replaced`: The database file is not the one that was opened. `not-arrived`: What was named has not arrived here. `timeout`: The request took too long. */
        Problem503: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    get_health_live: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A sign of life. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Live"];
                };
            };
        };
    };
    get_health_ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the server can serve, and how safe what it acknowledges is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ready"];
                };
            };
            503: components["responses"]["Problem503"];
        };
    };
    get_metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            410: components["responses"]["Problem410"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_problems: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All kinds of problem answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplanationList"];
                };
            };
        };
    };
    get_problem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An explanation of a kind of problem. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Explanation"];
                };
            };
            404: components["responses"]["Problem404"];
        };
    };
    get_access: {
        parameters: {
            query?: {
                /** @description The `next` of the page before. */
                cursor?: string;
                /** @description Entries on a page; 100 if absent, at most the server's `page`. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of what happened to keys. */
            200: {
                headers: {
                    /** @description The next page, where there is one */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessList"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            410: components["responses"]["Problem410"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_caller: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who asks, and what the key allows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Caller"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            410: components["responses"]["Problem410"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_events: {
        parameters: {
            query?: {
                /** @description The `cursor` or `next` of an earlier answer, or the `cursor` of an event. */
                cursor?: string;
                /** @description Entries on a page; 100 if absent, at most the server's `page`. */
                limit?: number;
                /** @description `public` or `referee`; `public` if absent. */
                observer?: string;
                /** @description Only of games with this player at the table. */
                player?: string;
                /** @description Only of games of this ruleset. */
                ruleset?: string;
                /** @description Only what happened at or after this time (RFC 3339). */
                since?: string;
                /** @description Only of this type; what is hidden from the observer has none. */
                type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the feed. With `Accept: application/x-ndjson` the same as lines: first the answer without its list, then an entry each. */
            200: {
                headers: {
                    /** @description The next page, where there is one */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedList"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            410: components["responses"]["Problem410"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_events_stream: {
        parameters: {
            query?: {
                /** @description Where to go on: the `cursor` of an event or of an answer. If absent, what is recorded from now on. */
                cursor?: string;
                /** @description `public` or `referee`; `public` if absent. */
                observer?: string;
                /** @description Only of games with this player at the table. */
                player?: string;
                /** @description Only of games of this ruleset. */
                ruleset?: string;
                /** @description Only what happened at or after this time (RFC 3339). */
                since?: string;
                /** @description Only of this type; what is hidden from the observer has none. */
                type?: string;
            };
            header?: {
                /** @description The id of the last event that the client has */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. With `Accept: application/x-ndjson` the same as lines: first what is followed and from where, then an entry each. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["StreamedEntry"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            410: components["responses"]["Problem410"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_games: {
        parameters: {
            query?: {
                /** @description The `next` of the page before. */
                cursor?: string;
                /** @description Entries on a page; 100 if absent, at most the server's `page`. */
                limit?: number;
                /** @description Only with this player at the table. */
                player?: string;
                /** @description Only of this ruleset. */
                ruleset?: string;
                /** @description Only opened at or after this time (RFC 3339). */
                since?: string;
                /** @description Only `open` or `finished` ones. */
                status?: components["schemas"]["Status"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of games. */
            200: {
                headers: {
                    /** @description The next page, where there is one */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameList"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            410: components["responses"]["Problem410"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    post_games: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OpenRequest"];
            };
        };
        responses: {
            /** @description A game that was opened. */
            201: {
                headers: {
                    /** @description URL of the server that is preferred for the game, where that is another one: it answers faster. Any server answers; sent where that one is advertised */
                    "credence-server"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenedAnswer"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            410: components["responses"]["Problem410"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            421: components["responses"]["Problem421"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_game: {
        parameters: {
            query?: {
                /** @description `public`, `seat:N` or `referee`; if absent, the seat of a seat's key, and `public` for all others. */
                observer?: string;
            };
            header?: {
                /** @description Entity tags that the client holds */
                "If-None-Match"?: string;
            };
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A game. */
            200: {
                headers: {
                    /** @description The last revision, in quotes */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameAnswer"];
                };
            };
            /** @description The client holds this version, which `If-None-Match` named */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            410: components["responses"]["Problem410"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    put_game: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description 1 to 64 of `A-Z a-z 0-9 . _ -`, the first a letter or digit */
                game: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OpenRequest"];
            };
        };
        responses: {
            /** @description It stood already, with equal content */
            200: {
                headers: {
                    /** @description URL of the server that is preferred for the game, where that is another one: it answers faster. Any server answers; sent where that one is advertised */
                    "credence-server"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenedAnswer"];
                };
            };
            /** @description A game that was opened. */
            201: {
                headers: {
                    /** @description URL of the server that is preferred for the game, where that is another one: it answers faster. Any server answers; sent where that one is advertised */
                    "credence-server"?: string;
                    /** @description The last revision, in quotes */
                    ETag?: string;
                    /** @description The game's path */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenedAnswer"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            410: components["responses"]["Problem410"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            421: components["responses"]["Problem421"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    delete_game: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision that the game must be at, in quotes; several are alternatives, and * is any */
                "If-Match"?: string;
            };
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The game is erased */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            410: components["responses"]["Problem410"];
            412: components["responses"]["Problem412"];
            414: components["responses"]["Problem414"];
            421: components["responses"]["Problem421"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_game_audit: {
        parameters: {
            query?: {
                /** @description `public`, `seat:N` or `referee`; if absent, the seat of a seat's key, and `public` for all others. */
                observer?: string;
            };
            header?: {
                /** @description Entity tags that the client holds */
                "If-None-Match"?: string;
            };
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of a game's log and of one observer's belief. */
            200: {
                headers: {
                    /** @description Revision and observer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditAnswer"];
                };
            };
            /** @description The client holds this version, which `If-None-Match` named */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            410: components["responses"]["Problem410"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_game_belief: {
        parameters: {
            query?: {
                /** @description `public`, `seat:N` or `referee`; if absent, the seat of a seat's key, and `public` for all others. */
                observer?: string;
                /** @description After which event; the last if absent. */
                revision?: number;
                /** @description Ids, or prefixes that end in `*`, separated by commas; all if absent. */
                variables?: string;
            };
            header?: {
                /** @description Entity tags that the client holds */
                "If-None-Match"?: string;
            };
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What an observer believes about everything hidden. */
            200: {
                headers: {
                    /** @description Names this version of the answer: revision, model, and the chain of the log */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeliefAnswer"];
                };
            };
            /** @description The client holds this version, which `If-None-Match` named */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            410: components["responses"]["Problem410"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_game_curve: {
        parameters: {
            query?: {
                /** @description The `next` of the page before. */
                cursor?: string;
                /** @description From this revision on. */
                from?: number;
                /** @description Points on a page; 100 if absent, at most the server's `page`. */
                limit?: number;
                /** @description Whose belief: `public`, `seat:N` or `referee`; if absent, the seat of a seat's key, and `public` for all others. */
                observer?: string;
                /** @description As it was after this event: corrections that came later are not in it. As it is now, if absent. */
                revision?: number;
                /** @description Whether each belief is held against what turned out to be true; for who may look as the referee, in games of up to 5,000 events. */
                truth?: boolean;
            };
            header?: {
                /** @description Entity tags that the client holds */
                "If-None-Match"?: string;
            };
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the curve. */
            200: {
                headers: {
                    /** @description Names this version of the answer: revision, model, and the chain of the log */
                    ETag?: string;
                    /** @description The next page, where there is one */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurveAnswer"];
                };
            };
            /** @description The client holds this version, which `If-None-Match` named */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            410: components["responses"]["Problem410"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_game_events: {
        parameters: {
            query?: {
                /** @description The `next` of the page before. */
                cursor?: string;
                /** @description Entries on a page; 100 if absent, at most the server's `page`. */
                limit?: number;
                /** @description `public`, `seat:N` or `referee`; if absent, the seat of a seat's key, and `public` for all others. */
                observer?: string;
            };
            header?: {
                /** @description Entity tags that the client holds */
                "If-None-Match"?: string;
            };
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the log. With `Accept: application/x-ndjson` the same as lines: first the answer without its list, then an entry each. */
            200: {
                headers: {
                    /** @description Revision and page */
                    ETag?: string;
                    /** @description The next page, where there is one */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            /** @description The client holds this version, which `If-None-Match` named */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            410: components["responses"]["Problem410"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    post_game_events: {
        parameters: {
            query?: {
                /** @description `public`, `seat:N` or `referee`; if absent, the seat of a seat's key, and `public` for all others. */
                observer?: string;
            };
            header?: {
                /** @description The revision that the game must be at, in quotes; several are alternatives, and * is any */
                "If-Match"?: string;
            };
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OneOrMany"];
            };
        };
        responses: {
            /** @description All were recorded before */
            200: {
                headers: {
                    /** @description URL of the server that is preferred for the game, where that is another one: it answers faster. Any server answers; sent where that one is advertised */
                    "credence-server"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppendAnswer"];
                };
            };
            /** @description What became of an append. */
            201: {
                headers: {
                    /** @description URL of the server that is preferred for the game, where that is another one: it answers faster. Any server answers; sent where that one is advertised */
                    "credence-server"?: string;
                    /** @description The last event's revision, in quotes */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppendAnswer"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            410: components["responses"]["Problem410"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            421: components["responses"]["Problem421"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_game_events_stream: {
        parameters: {
            query?: {
                /** @description The first revision to send; if absent, what is recorded from now on. */
                from?: number;
                /** @description `public`, `seat:N` or `referee`; if absent, the seat of a seat's key, and `public` for all others. */
                observer?: string;
            };
            header?: {
                /** @description The id of the last event that the client has, or its revision */
                "Last-Event-ID"?: string;
            };
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. With `Accept: application/x-ndjson` the same as lines: first what is followed and from where, then an entry each. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["StreamedEvent"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            410: components["responses"]["Problem410"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_game_evidence: {
        parameters: {
            query?: {
                /** @description The `next` of the page before. */
                cursor?: string;
                /** @description From this revision on. */
                from?: number;
                /** @description Entries on a page; 100 if absent, at most the server's `page`. */
                limit?: number;
                /** @description About whose belief: `public`, `seat:N` or `referee`; if absent, the seat of a seat's key, and `public` for all others. */
                observer?: string;
                /** @description Of the belief as it was after this event: corrections that came later are not in it. As it is now, if absent. */
                revision?: number;
                /** @description From this seat, or about one of its variables. */
                seat?: number;
                /** @description Up to and with this revision. */
                to?: number;
                /** @description Of this type: one of the `evidence` of the ruleset. */
                type?: string;
                /** @description About this variable; or about those with this prefix, where it ends in `*`. */
                variable?: string;
            };
            header?: {
                /** @description Entity tags that the client holds */
                "If-None-Match"?: string;
            };
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the timeline. */
            200: {
                headers: {
                    /** @description Names this version of the answer: revision, model, and the chain of the log */
                    ETag?: string;
                    /** @description The next page, where there is one */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidenceList"];
                };
            };
            /** @description The client holds this version, which `If-None-Match` named */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            410: components["responses"]["Problem410"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    post_game_queries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QueriesRequest"];
            };
        };
        responses: {
            /** @description The answers, in the order of the questions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueriesAnswer"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            410: components["responses"]["Problem410"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    post_game_retractions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetractionsRequest"];
            };
        };
        responses: {
            /** @description All was taken back before */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppendAnswer"];
                };
            };
            /** @description What became of an append. */
            201: {
                headers: {
                    /** @description The last event's revision, in quotes */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppendAnswer"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            410: components["responses"]["Problem410"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            421: components["responses"]["Problem421"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    post_game_seat_keys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                game: string;
                /**
                 * @description The seat, from 0
                 * @example 0
                 */
                seat: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SeatKeyRequest"];
            };
        };
        responses: {
            /** @description A key that was made just now. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeKey"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            410: components["responses"]["Problem410"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            421: components["responses"]["Problem421"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_game_truth: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the client holds */
                "If-None-Match"?: string;
            };
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was true, as far as the log shows it: cards that were played, dice that were lifted, what the referee reported. */
            200: {
                headers: {
                    /** @description Names this version of the answer: revision, model, and the chain of the log */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TruthAnswer"];
                };
            };
            /** @description The client holds this version, which `If-None-Match` named */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            410: components["responses"]["Problem410"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    post_game_turn: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision that the game must be at, in quotes */
                "If-Match"?: string;
            };
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TurnRequest"];
            };
        };
        responses: {
            /** @description Nothing was appended, or all was recorded before */
            200: {
                headers: {
                    /** @description URL of the server that is preferred for the game, where that is another one: it answers faster. Any server answers; sent where that one is advertised */
                    "credence-server"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TurnAnswer"];
                };
            };
            /** @description What became of a move, and what holds after it. Everything in it is of one revision. */
            201: {
                headers: {
                    /** @description URL of the server that is preferred for the game, where that is another one: it answers faster. Any server answers; sent where that one is advertised */
                    "credence-server"?: string;
                    /** @description The last event's revision, in quotes */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TurnAnswer"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            410: components["responses"]["Problem410"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            421: components["responses"]["Problem421"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    post_game_what_if: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WhatIfRequest"];
            };
        };
        responses: {
            /** @description What an observer believes about everything hidden. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeliefAnswer"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            410: components["responses"]["Problem410"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    post_game_worlds: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorldsRequest"];
            };
        };
        responses: {
            /** @description Sampled worlds. With `Accept: application/x-ndjson` the same as lines: first the answer without its list, then an entry each. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorldsAnswer"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            410: components["responses"]["Problem410"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_keys: {
        parameters: {
            query?: {
                /** @description The `next` of the page before. */
                cursor?: string;
                /** @description Entries on a page; 100 if absent, at most the server's `page`. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys. */
            200: {
                headers: {
                    /** @description The next page, where there is one */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            410: components["responses"]["Problem410"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    post_keys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyRequest"];
            };
        };
        responses: {
            /** @description A key that was made just now. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeKey"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            410: components["responses"]["Problem410"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            421: components["responses"]["Problem421"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    delete_key: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The key's id
                 * @example 0192f0c12d3e7f008a4b5c6d7e8f9a0b
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is revoked */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            410: components["responses"]["Problem410"];
            414: components["responses"]["Problem414"];
            421: components["responses"]["Problem421"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_players: {
        parameters: {
            query?: {
                /** @description The `next` of the page before. */
                cursor?: string;
                /** @description Entries on a page; 100 if absent, at most the server's `page`. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of players. */
            200: {
                headers: {
                    /** @description The next page, where there is one */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlayerList"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            410: components["responses"]["Problem410"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_player: {
        parameters: {
            query?: {
                /** @description As of this revision of the player's stream, the `player_revision` of the history; now, if absent. What a game was opened
                 *     with stands in its opening: `GET /v1/games/{game}/events?limit=1`. */
                revision?: number;
            };
            header?: never;
            path: {
                /** @example ann */
                player: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A player, and what is known of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlayerAnswer"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            410: components["responses"]["Problem410"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    put_player: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description 1 to 64 of `A-Z a-z 0-9 . _ -`, the first a letter or digit
                 * @example ann
                 */
                player: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NameRequest"];
            };
        };
        responses: {
            /** @description The player was there, and has this name now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlayerAnswer"];
                };
            };
            /** @description The player is new */
            201: {
                headers: {
                    /** @description The player's path */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlayerAnswer"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            410: components["responses"]["Problem410"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            421: components["responses"]["Problem421"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    delete_player: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example ann */
                player: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The player is forgotten */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            410: components["responses"]["Problem410"];
            414: components["responses"]["Problem414"];
            421: components["responses"]["Problem421"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_player_history: {
        parameters: {
            query?: {
                /** @description In this situation, of the behaviour that is asked for. */
                context?: string;
                /** @description The `next` of the page before. */
                cursor?: string;
                /** @description Of this game alone. */
                game?: string;
                /** @description Entries on a page; 100 if absent, at most the server's `page`. */
                limit?: number;
                /** @description Of games of this ruleset alone. */
                ruleset?: string;
                /** @description Those in which this behaviour was observed, or corrected. */
                tendency?: string;
            };
            header?: never;
            path: {
                /** @example ann */
                player: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of a player's history. With `Accept: application/x-ndjson` the same as lines: first the answer without its list, then an entry each. */
            200: {
                headers: {
                    /** @description The next page, where there is one */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryList"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            410: components["responses"]["Problem410"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_rulesets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rulesets that are hosted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulesetList"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            410: components["responses"]["Problem410"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    get_ruleset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Key of the ruleset
                 * @example catan
                 */
                ruleset: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A ruleset. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulesetAnswer"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            410: components["responses"]["Problem410"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
}
