import { type ReactNode, useId } from 'react';
import type { NoticeChannel, NoticeKind, NotificationSettings } from '../../contract/notifications.ts';
import { Switch } from '../ui/switch.tsx';

const labels: Record<NoticeKind, string> = {
	comment: 'Comments on what I posted',
	reply: 'Replies to my comments',
	like: 'Likes',
	follow: 'New followers',
	new_ad: 'New ads of sellers I follow',
	price_drop: 'Price drops on my wishlist',
	video: 'My videos: ready or failed',
	enrollment: 'My courses and payments',
	moderation: 'Decisions about what I posted',
};

const channels: [NoticeChannel, string][] = [
	['inbox', 'Inbox'],
	['push', 'Push'],
];

interface SwitchesProps {
	settings: NotificationSettings;
	onChange: (kind: NoticeKind, channel: NoticeChannel, on: boolean) => void;
}

/** A switch for each kind and channel. */
export function Switches({ settings, onChange }: SwitchesProps) {
	return (
		<ul className="flex flex-col divide-y divide-line">
			{(Object.keys(labels) as NoticeKind[]).map((kind) => (
				<Kind key={kind} label={labels[kind]}>
					{channels.map(([channel, name]) => (
						<Switch
							key={channel}
							label={name}
							checked={settings.kinds[kind][channel]}
							onChange={(event) => onChange(kind, channel, event.target.checked)}
						/>
					))}
				</Kind>
			))}
		</ul>
	);
}

function Kind({ label, children }: { label: string; children: ReactNode }) {
	const id = useId();
	return (
		<li>
			{/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row */}
			<div role="group" aria-labelledby={id} className="flex flex-wrap items-center justify-between gap-x-6 py-2">
				<span id={id} className="min-w-0 flex-1 basis-48 font-medium">
					{label}
				</span>
				<div className="flex gap-6">{children}</div>
			</div>
		</li>
	);
}
