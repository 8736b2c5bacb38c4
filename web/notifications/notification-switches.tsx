import { type ReactNode, useId } from 'react';
import type {
	NotificationChannel,
	NotificationKind,
	NotificationSettings,
} from '../../contract/notifications/notifications.ts';
import * as notificationSettingsText from '../../text/web/notification-settings.ts';
import { Switch } from '../ui/switch.tsx';

const kinds = Object.keys(notificationSettingsText.kinds) as NotificationKind[];
const channels = Object.keys(notificationSettingsText.channels) as NotificationChannel[];

interface NotificationSwitchesProps {
	settings: NotificationSettings;
	onChange: (kind: NotificationKind, channel: NotificationChannel, on: boolean) => void;
}

export function NotificationSwitches({ settings, onChange }: NotificationSwitchesProps) {
	return (
		<ul className="flex flex-col divide-y divide-line">
			{kinds.map((kind) => (
				<KindRow key={kind} label={notificationSettingsText.kinds[kind]}>
					{channels.map((channel) => {
						const checked = settings.kinds[kind][channel];
						return (
							checked !== undefined && (
								<Switch
									key={channel}
									label={notificationSettingsText.channels[channel]}
									checked={checked}
									onChange={(event) => onChange(kind, channel, event.target.checked)}
								/>
							)
						);
					})}
				</KindRow>
			))}
		</ul>
	);
}

function KindRow({ label, children }: { label: string; children: ReactNode }) {
	const id = useId();
	return (
		<li>
			{/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row */}
			<div role="group" aria-labelledby={id} className="flex flex-wrap items-center justify-between gap-x-6 py-2">
				<span id={id} className="min-w-0 flex-1 basis-48 font-medium">
					{label}
				</span>
				<div className="flex flex-wrap gap-x-6">{children}</div>
			</div>
		</li>
	);
}
