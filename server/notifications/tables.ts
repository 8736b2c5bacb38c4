import type { Generated, Selectable } from 'kysely';

export type PushEngineName = 'web' | 'firebase';

export interface DeviceTables {
	devices: {
		id: Generated<number>;
		account_id: number;
		session_id: number;
		engine: PushEngineName;
		/** As the engine keeps it. */
		token: string;
		/** Finds a token; unique. */
		token_hash: string;
		name: string;
		created_at: number;
	};
	send_handles: { handle_hash: string; account_id: number; ends_at: number };
}

export type DeviceRow = Selectable<DeviceTables['devices']>;
