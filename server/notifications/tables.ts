import type { Generated, Selectable } from 'kysely';
import type { NoticeKind } from '../../contract/notifications.ts';

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

export interface NoticeTables {
	inbox_notices: {
		/** Later is newer. */
		id: Generated<number>;
		account_id: number;
		kind: NoticeKind;
		/** Notices with the same key are one, as long as it is unread. */
		group_key: string;
		/** 1 where it stands in the inbox. */
		inbox: number;
		count: number;
		/** JSON: ids of the accounts that caused it, the latest first. */
		actors: string;
		/** JSON: what it is about. */
		about: string;
		created_at: number;
		read_at: number | null;
	};
	notification_settings: {
		account_id: number;
		/** JSON: what is switched off, as `kind.channel`. */
		off: string;
		/** Minutes after midnight; null without quiet hours. */
		quiet_from: number | null;
		quiet_to: number | null;
		time_zone: string;
	};
}

export type NoticeRow = Selectable<NoticeTables['inbox_notices']>;
export type SettingsRow = Selectable<NoticeTables['notification_settings']>;
