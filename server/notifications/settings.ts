import {
	mailedKinds,
	type NotificationChannel,
	type NotificationKind,
	type NotificationSettings,
	notificationKinds,
} from '../../contract/notifications/notifications.ts';
import type { QuietHours } from './quiet-hours.ts';
import type { NotificationSettingsRow } from './tables.ts';

export function isOff({ off }: NotificationSettingsRow, kind: NotificationKind, channel: NotificationChannel): boolean {
	return (JSON.parse(off) as string[]).includes(`${kind}.${channel}`);
}

export function toQuietHours({ quiet_from, quiet_to, time_zone }: NotificationSettingsRow): QuietHours | null {
	return quiet_from === null || quiet_to === null ? null : { from: quiet_from, to: quiet_to, timeZone: time_zone };
}

export function presentSettings(row: NotificationSettingsRow): NotificationSettings {
	const quiet = toQuietHours(row);
	const switches = notificationKinds.map((kind) => {
		const mail = mailedKinds.includes(kind) && { mail: !isOff(row, kind, 'mail') };
		return [kind, { inbox: !isOff(row, kind, 'inbox'), push: !isOff(row, kind, 'push'), ...mail }] as const;
	});
	return {
		kinds: Object.fromEntries(switches) as NotificationSettings['kinds'],
		quiet_hours: quiet && {
			from: formatTimeOfDay(quiet.from),
			to: formatTimeOfDay(quiet.to),
			time_zone: quiet.timeZone,
		},
	};
}

export function parseTimeOfDay(time: string): number {
	const [hours = 0, minutes = 0] = time.split(':').map(Number);
	return hours * 60 + minutes;
}

function formatTimeOfDay(minutes: number): string {
	return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
