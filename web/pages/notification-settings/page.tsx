import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Device, NotificationSettings, QuietHours } from '../../../contract/notifications/notifications.ts';
import * as accountsApiText from '../../../text/shared/accounts-api.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as notificationSettingsText from '../../../text/web/notification-settings.ts';
import { useSession } from '../../accounts/session.ts';
import { QueryBoundary } from '../../data/query-boundary.tsx';
import { NotificationSwitches } from '../../notifications/notification-switches.tsx';
import { PermissionPrompt } from '../../notifications/permission-prompt.tsx';
import { sendPushToken } from '../../notifications/push.ts';
import { devicesQuery, settingsQuery } from '../../notifications/queries.ts';
import { sendTestNotification } from '../../notifications/send-test-notification.ts';
import { usePermission } from '../../notifications/use-permission.ts';
import { useApi } from '../../platform/api.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { hiddenPageMeta } from '../../platform/page-meta.ts';
import { TimeAgo } from '../../platform/time-ago.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';

export const meta = hiddenPageMeta(notificationSettingsText.pageTitle);

export default function NotificationSettingsPage() {
	return (
		<div className="mx-auto flex max-w-2xl flex-col gap-4">
			<header>
				<h1 className="text-22 wide:text-28">{commonText.notifications}</h1>
				<p className="mt-1 text-quiet">{notificationSettingsText.lead}</p>
			</header>
			<Devices />
			<Settings />
			<PushTest />
		</div>
	);
}

/** Lists the browsers that receive push messages, with a button that adds the current browser. */
function Devices() {
	const api = useApi();
	const session = useSession();
	const { permission, request: requestPermission } = usePermission();
	const { data: devices, refetch } = useQuery(devicesQuery(api, session?.id ?? 0));
	const adding = useMutation({
		mutationFn: async () => session && sendPushToken(api, session),
		onSuccess: () => refetch(),
		onError: (error) => toast(notificationSettingsText.browserNotAdded(getErrorMessage(error)), 'error'),
	});
	const isRegistered = devices?.items.some(({ current }) => current);

	async function turnOn() {
		if ((await requestPermission()) === 'granted') await adding.mutateAsync().catch(() => {});
	}

	return (
		<>
			<PermissionPrompt permission={permission} onRequest={turnOn} />
			{permission === 'granted' && isRegistered === false && (
				<Card className="flex flex-wrap items-center justify-between gap-3 p-4 wide:p-6">
					<p>{notificationSettingsText.noPushHere}</p>
					<Button loading={adding.isPending} onClick={() => adding.mutate()}>
						{notificationSettingsText.addThisBrowser}
					</Button>
				</Card>
			)}
			{devices && devices.items.length > 0 && (
				<Card className="p-4 wide:p-6">
					<h2 className="text-18">{notificationSettingsText.browsersTitle}</h2>
					<ul className="mt-2 flex flex-col divide-y divide-line">
						{devices.items.map((device) => (
							<DeviceItem key={device.id} device={device} onRemoved={() => void refetch()} />
						))}
					</ul>
				</Card>
			)}
		</>
	);
}

/** Sends a test in one tap, and links to the pages that test push messages step by step. */
function PushTest() {
	const api = useApi();
	const session = useSession();
	const test = useMutation({
		mutationFn: () => sendTestNotification(api, String(session?.id ?? '')),
		onSuccess: (message) => toast(message),
		onError: ({ message }) => toast(message, 'error'),
	});
	return (
		<Card className="p-4 wide:p-6">
			<h2 className="text-18">{notificationSettingsText.testTitle}</h2>
			<p className="mt-1 text-14 text-quiet">{notificationSettingsText.testHint}</p>
			<Button className="mt-3" loading={test.isPending} onClick={() => test.mutate()}>
				{notificationSettingsText.sendTest}
			</Button>
			<ul className="mt-3 flex flex-col divide-y divide-line">
				{testPages.map(({ to, label }) => (
					<li key={to}>
						<Link to={to} className="flex min-h-11 items-center justify-between gap-3 rounded-control hover:text-leaf">
							{label}
							<ChevronRight aria-hidden className="size-5 shrink-0 text-quiet" />
						</Link>
					</li>
				))}
			</ul>
		</Card>
	);
}

const testPages = [
	{ to: '/receivenotication', label: notificationSettingsText.testPages.status },
	{ to: '/sendnotication', label: notificationSettingsText.testPages.sender },
	{ to: '/send', label: notificationSettingsText.testPages.token },
];

function DeviceItem({ device, onRemoved }: { device: Device; onRemoved: () => void }) {
	const api = useApi();
	const removing = useMutation({
		mutationFn: () => api.removeDevice({ params: { id: String(device.id) } }),
		onSuccess: onRemoved,
		onError: (error) => toast(getErrorMessage(error), 'error'),
	});
	return (
		<li className="flex items-center justify-between gap-3 py-2">
			<p className="min-w-0">
				<span className="block truncate">
					{device.current ? notificationSettingsText.thisBrowser : browserName(device.name)}
				</span>
				<span className="block text-14 text-quiet">
					<RichText text={notificationSettingsText.since} tags={{ time: () => <TimeAgo time={device.created_at} /> }} />
				</span>
			</p>
			<Button variant="quiet" loading={removing.isPending} onClick={() => removing.mutate()}>
				{commonText.remove}
			</Button>
		</li>
	);
}

function Settings() {
	const api = useApi();
	const queryClient = useQueryClient();
	const { queryKey, ...options } = settingsQuery(api, useSession()?.id ?? 0);
	const query = useQuery({ queryKey, ...options });
	const isLast = () => queryClient.isMutating({ mutationKey: queryKey }) === 1;
	const changing = useMutation({
		mutationKey: queryKey,
		// Updates run one after another, so that the last response contains all changes.
		scope: { id: 'notification-settings' },
		mutationFn: (body: Parameters<typeof api.updateNotificationSettings>[0]['body']) =>
			api.updateNotificationSettings({ body }),
		// A settings response in flight lacks the change, so it is cancelled.
		onMutate: () => queryClient.cancelQueries({ queryKey }),
		onSuccess(changed) {
			if (isLast()) queryClient.setQueryData(queryKey, changed);
		},
		onError(error) {
			toast(notificationSettingsText.notSaved(getErrorMessage(error)), 'error');
			if (isLast()) void query.refetch();
		},
	});

	return (
		<QueryBoundary
			query={query}
			loading={notificationSettingsText.loading}
			skeleton={<Skeleton className="h-96 rounded-card" />}
			failure={notificationSettingsText.loadFailed}
		>
			{(settings) => (
				<>
					<Card className="p-4 wide:p-6">
						<h2 className="text-18">{notificationSettingsText.kindsTitle}</h2>
						<NotificationSwitches
							settings={settings}
							onChange={(kind, channel, on) => {
								// The switch changes optimistically. If the request fails, the settings are refetched.
								queryClient.setQueryData<NotificationSettings>(queryKey, {
									...settings,
									kinds: { ...settings.kinds, [kind]: { ...settings.kinds[kind], [channel]: on } },
								});
								changing.mutate({ kinds: { [kind]: { [channel]: on } } });
							}}
						/>
					</Card>
					<Card className="p-4 wide:p-6">
						<QuietHoursForm
							quiet={settings.quiet_hours}
							saving={changing.isPending}
							onSwitch={(quiet_hours) => changing.mutate({ quiet_hours })}
							onSave={(quiet_hours) =>
								changing.mutate({ quiet_hours }, { onSuccess: () => toast(notificationSettingsText.quietHoursSaved) })
							}
						/>
					</Card>
				</>
			)}
		</QueryBoundary>
	);
}

interface QuietHoursFormProps {
	quiet: QuietHours | null;
	saving: boolean;
	onSwitch: (quiet: QuietHours | null) => void;
	onSave: (quiet: QuietHours) => void;
}

function QuietHoursForm({ quiet, saving, onSwitch, onSave }: QuietHoursFormProps) {
	const [from, setFrom] = useState(quiet?.from ?? '22:00');
	const [to, setTo] = useState(quiet?.to ?? '07:00');
	useEffect(() => {
		if (quiet) setFrom(quiet.from);
		if (quiet) setTo(quiet.to);
	}, [quiet]);
	const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
	const changed = quiet !== null && (quiet.from !== from || quiet.to !== to);
	return (
		<div className="flex flex-col gap-3">
			<Switch
				label={notificationSettingsText.quietHours}
				hint={notificationSettingsText.quietHoursHint}
				checked={quiet !== null}
				disabled={saving}
				onChange={(event) => onSwitch(event.target.checked ? { from, to, time_zone } : null)}
			/>
			{quiet && (
				<form
					className="flex flex-wrap items-end gap-3"
					onSubmit={(event) => {
						event.preventDefault();
						if (from && to) onSave({ from, to, time_zone });
					}}
				>
					<TextField
						label={notificationSettingsText.quietFrom}
						type="time"
						required
						value={from}
						onChange={(event) => setFrom(event.target.value)}
					/>
					<TextField
						label={notificationSettingsText.quietTo}
						type="time"
						required
						value={to}
						onChange={(event) => setTo(event.target.value)}
					/>
					<Button type="submit" disabled={!changed} loading={saving}>
						{commonText.save}
					</Button>
				</form>
			)}
		</div>
	);
}

/** Returns a short browser name such as 'Chrome on Android' for a user agent. */
function browserName(name: string): string {
	const browsers = {
		Edg: 'Edge',
		OPR: 'Opera',
		SamsungBrowser: 'Samsung Internet',
		Firefox: 'Firefox',
		Chrome: 'Chrome',
		Safari: 'Safari',
	};
	const systems = {
		Android: 'Android',
		iPhone: 'iPhone',
		iPad: 'iPad',
		Windows: 'Windows',
		'Mac OS': 'Mac',
		Linux: 'Linux',
	};
	const find = (words: Record<string, string>) => Object.entries(words).find(([word]) => name.includes(word))?.[1];
	const [browser = notificationSettingsText.someBrowser, system] = [find(browsers), find(systems)];
	return system ? accountsApiText.browserOnSystem(browser, system) : browser;
}
