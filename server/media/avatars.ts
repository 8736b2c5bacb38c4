import type { Me } from '../../contract/accounts/accounts.ts';
import type { Picture, UploadedFile } from '../../contract/media/media.ts';
import { type AccountService, accountVisibilityChanged } from '../accounts/index.ts';
import type { EventBus } from '../core/events.ts';
import type { Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { AttachedMedia, MediaService } from './media.ts';

export type AvatarService = ReturnType<typeof createAvatarService>;

/** Minimum width in pixels of the picture size that is used as avatar. Enough for the largest avatar on a high-density screen. */
const avatarWidth = 320;

export interface AvatarServiceDeps {
	accounts: AccountService;
	events: EventBus;
	media: MediaService;
}

export function createAvatarService({ events, accounts, media }: AvatarServiceDeps) {
	events.on(accountVisibilityChanged, async (tx, { accountId, isVisible }) => {
		const id = await accounts.getAvatarId(tx, accountId);
		if (id !== null) await media.setAccess(tx, [id], isVisible ? 'public' : 'private');
	});

	/** Sets the avatar of an account to a picture that is attached to it, or removes it. `replaced` is the media id of the previous one. */
	async function setAttached(tx: Tx, accountId: number, attached: AttachedMedia | undefined) {
		const presented = attached && (await media.findByIds(tx, [attached.id])).get(attached.id);
		const avatar = attached && presented?.picture ? { id: attached.id, url: pickUrl(presented.picture) } : null;
		return accounts.setAvatar(tx, accountId, avatar);
	}

	return {
		setAttached,

		/** Replaces the actor's avatar and deletes the previous file. `null` removes the avatar. Throws like `media.attach`. */
		async set(tx: Tx, actor: Actor, file: UploadedFile | null): Promise<Me> {
			const [attached] = file ? await media.attach(tx, actor, 'image', [file], 'secure_url') : [];
			const { me, replaced } = await setAttached(tx, actor.accountId, attached);
			if (replaced !== null) await media.remove(tx, [replaced]);
			return me;
		},
	};
}

function pickUrl({ url, sizes }: Picture): string {
	return sizes.find((size) => size.width >= avatarWidth)?.url ?? url;
}
