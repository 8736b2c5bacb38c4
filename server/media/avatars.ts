import type { Me } from '../../contract/accounts/accounts.ts';
import type { Picture, UploadedFile } from '../../contract/media/media.ts';
import { type AccountService, accountVisibilityChanged } from '../accounts/index.ts';
import type { EventBus } from '../core/events.ts';
import type { Database, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { AttachedMedia, CheckedFile, MediaService } from './media.ts';

export type AvatarService = ReturnType<typeof createAvatarService>;

/** Minimum width in pixels of the picture size that is used as avatar. Enough for the largest avatar on a high-density screen. */
const avatarWidth = 320;

export interface AvatarServiceDeps {
	db: Database;
	accounts: AccountService;
	events: EventBus;
	media: MediaService;
}

export function createAvatarService({ db, events, accounts, media }: AvatarServiceDeps) {
	events.on(accountVisibilityChanged, async (tx, { accountId, isVisible }) => {
		const id = await accounts.getAvatarId(tx, accountId);
		if (id !== null) await media.setAccess(tx, [id], isVisible ? 'public' : 'private');
	});

	async function setAttached(tx: Tx, accountId: number, attached: AttachedMedia | undefined) {
		const presented = attached && (await media.findByIds(tx, [attached.id])).get(attached.id);
		const avatar = attached && presented?.picture ? { id: attached.id, url: pickUrl(presented.picture) } : null;
		return accounts.setAvatar(tx, accountId, avatar);
	}

	return {
		/** Replaces the actor's avatar and deletes the previous file. `null` removes the avatar. Throws like `media.attach`. */
		set: (actor: Actor, file: UploadedFile | null): Promise<Me> =>
			db.transaction(async (tx) => {
				const [attached] = file ? await media.attach(tx, actor, 'image', [file], 'secure_url') : [];
				const { me, replaced } = await setAttached(tx, actor.accountId, attached);
				if (replaced !== null) await media.remove(tx, [replaced]);
				return me;
			}),

		/** Sets the avatar of a sample account. `file` is stored by `media.storeSample`. */
		async addSample(tx: Tx, accountId: number, file: CheckedFile): Promise<void> {
			await setAttached(tx, accountId, await media.addSample(tx, accountId, file));
		},
	};
}

function pickUrl({ url, sizes }: Picture): string {
	return sizes.find((size) => size.width >= avatarWidth)?.url ?? url;
}
