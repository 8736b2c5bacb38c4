import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Clip } from '../../../contract/ads.ts';
import { useSession } from '../../accounts/session.ts';
import type { MuteOption, MutePreference } from '../../feed/mute-preferences.ts';
import { mutePreferencesQuery } from '../../feed/queries.ts';
import { updateMutePreference } from '../../feed/use-mute-preferences.ts';
import { useApi } from '../../platform/api.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { toast } from '../../ui/toast.ts';

/**
 * Leaves out videos that were taken down or sold since the list was loaded, and those of muted sellers and categories. The first video stays
 * despite earlier mute preferences, because the visitor chose it.
 */
export function useVisibleClips(clips: readonly Clip[]) {
	const api = useApi();
	const account = useSession()?.id ?? null;
	const preferences = useQuery({ ...mutePreferencesQuery(api, account ?? 0), enabled: account !== null });
	const [gone, setGone] = useState<ReadonlySet<number>>(new Set());
	const [muted, setMuted] = useState<readonly MutePreference[]>([]);
	const earlier = preferences.data?.map(({ of }) => of) ?? [];
	const visible = clips.filter(
		(clip, index) => !gone.has(clip.id) && !isMuted(clip, index === 0 ? muted : [...muted, ...earlier]),
	);

	/** Asks the server which of these videos are still for sale, and leaves out the others. Without the network, all stay. */
	async function leaveOutUnavailable(checked: readonly Clip[]) {
		const ids = checked.map(({ id }) => id);
		const { items } = await api.listAdsById({ query: { ids: ids.join(',') } });
		const available = new Set(items.filter(({ state }) => state === 'ready').map(({ id }) => id));
		const missing = ids.filter((id) => !available.has(id));
		if (missing.length > 0) setGone((before) => new Set([...before, ...missing]));
	}

	async function mute({ of, confirmation }: MuteOption) {
		setMuted((before) => [...before, of]);
		try {
			await updateMutePreference(api, { of });
			toast(confirmation);
		} catch (error) {
			setMuted((before) => before.filter((preference) => preference !== of));
			toast(getErrorMessage(error), 'error');
		}
	}

	return {
		visible,
		leaveOutUnavailable: (checked: readonly Clip[]) => void leaveOutUnavailable(checked).catch(() => {}),
		mute: (choice: MuteOption) => void mute(choice),
	};
}

function isMuted({ seller, category }: Clip, preferences: readonly MutePreference[]): boolean {
	return preferences.some((preference) => {
		if (preference.what === 'seller') return preference.user_name === seller.user_name;
		return preference.what === 'category' && preference.category === category;
	});
}
