import type { Generated, Selectable } from 'kysely';
import type { NotificationKind } from '../../contract/notifications.ts';

export type PushEngineName = 'web' | 'firebase';

export interface DeviceTables {
	devices: {
		id: Generated<number>;
		account_id: number;
		session_id: number;
		engine: PushEngineName;
		/** Serialized by the engine. */
		token: string;
		/** Unique. */
		token_hash: string;
		name: string;
		created_at: number;
	};
	send_handles: { handle_hash: string; account_id: number; ends_at: number };
}

export type DeviceRow = Selectable<DeviceTables['devices']>;

export interface NotificationTables {
	inbox_notices: {
		/** A higher id is newer. */
		id: Generated<number>;
		account_id: number;
		kind: NotificationKind;
		/** Events with the same key share one notification while it is unread. */
		group_key: string;
		/** 1 if listed in the inbox; 0 if only pushed. */
		inbox: number;
		count: number;
		/** JSON: ids of the accounts that caused the notification, latest first. */
		actors: string;
		/** JSON of `NotificationSubject`. */
		about: string;
		created_at: number;
		read_at: number | null;
	};
	notification_settings: {
		account_id: number;
		/** JSON array of the `kind.channel` pairs that are switched off. */
		off: string;
		/** Minutes after midnight; null without quiet hours. */
		quiet_from: number | null;
		quiet_to: number | null;
		time_zone: string;
	};
}

export type NotificationRow = Selectable<NotificationTables['inbox_notices']>;
export type SettingsRow = Selectable<NotificationTables['notification_settings']>;
