import type { Generated, Selectable } from 'kysely';
import type { NotificationKind } from '../../contract/notifications/notifications.ts';

export type PushEngineName = 'web' | 'firebase';

export interface DeviceTables {
	devices: {
		id: Generated<number>;
		account_id: number;
		session_id: number;
		engine: PushEngineName;
		/** Push token as text, serialized by the push engine. */
		token: string;
		/** Unique hash of the push token. */
		token_hash: string;
		name: string;
		created_at: number;
	};
	send_handles: { handle_hash: string; account_id: number; ends_at: number };
}

export type DeviceRow = Selectable<DeviceTables['devices']>;

export interface NotificationTables {
	inbox_notices: {
		/** A newer notification has a higher id. */
		id: Generated<number>;
		account_id: number;
		kind: NotificationKind;
		/** Notifications of events with the same key are merged while they are unread. */
		group_key: string;
		/** 1 if the notification is listed in the inbox, 0 if it is only pushed. */
		inbox: number;
		count: number;
		/** JSON array of the ids of the accounts that caused the notification, latest first. An erased account has the id 0. */
		actors: string;
		/** JSON of the `NotificationSubject`: what the notification is about. */
		about: string;
		created_at: number;
		read_at: number | null;
	};
	notification_settings: {
		account_id: number;
		/** JSON array of the `kind.channel` pairs that are switched off. */
		off: string;
		/** Start of quiet hours in minutes after midnight. Null without quiet hours. */
		quiet_from: number | null;
		quiet_to: number | null;
		time_zone: string;
	};
}

export type NotificationRow = Selectable<NotificationTables['inbox_notices']>;
export type NotificationSettingsRow = Selectable<NotificationTables['notification_settings']>;
