import { addresses } from '../../../contract/addresses.ts';
import { buildPath, parseBody } from '../../../contract/client.ts';
import type { Enrollment } from '../../../contract/enrollments.ts';
import { getPictureSizeRejection } from '../../media/picture-file.ts';
import { type SendOptions, sendForm } from '../../media/send-form.ts';

/** A picture chosen as a proof, until it has been sent. */
export interface Proof {
	key: string;
	name: string;
	/** What is sent; null while it is being made smaller. */
	blob: Blob | null;
	/** Share that has left, 0 to 1; null while it is not being sent. */
	share: number | null;
	/** Why it was not taken. */
	problem: string | null;
}

/** Chosen at once; more can be sent after these. */
export const maxProofs = 5;

export type ProofsAction =
	| { type: 'chosen'; proofs: readonly Pick<Proof, 'key' | 'name'>[] }
	| { type: 'made smaller'; key: string; blob: Blob }
	| { type: 'removed' | 'sent'; key: string }
	| { type: 'sending'; key: string; share: number }
	| { type: 'failed'; key: string; problem: string };

export function proofsReducer(proofs: readonly Proof[], action: ProofsAction): readonly Proof[] {
	switch (action.type) {
		case 'chosen':
			return [
				...proofs,
				...action.proofs.map((proof): Proof => ({ ...proof, blob: null, share: null, problem: null })),
			].slice(0, maxProofs);
		case 'made smaller':
			return updateProof(proofs, action.key, { blob: action.blob, problem: getPictureSizeRejection(action.blob.size) });
		case 'removed':
		case 'sent':
			return proofs.filter(({ key }) => key !== action.key);
		case 'sending':
			return updateProof(proofs, action.key, { share: action.share, problem: null });
		case 'failed':
			return updateProof(proofs, action.key, { share: null, problem: action.problem });
	}
}

function updateProof(proofs: readonly Proof[], key: string, values: Partial<Proof>): readonly Proof[] {
	return proofs.map((proof) => (proof.key === key ? { ...proof, ...values } : proof));
}

/** Those that can be sent; none while one is still being made smaller. */
export function getSendableProofs(proofs: readonly Proof[]): { key: string; name: string; blob: Blob }[] {
	if (proofs.some(({ blob }) => blob === null)) return [];
	return proofs.flatMap(({ key, name, blob }) =>
		blob && getPictureSizeRejection(blob.size) === null ? [{ key, name, blob }] : [],
	);
}

/** Sends one picture as a proof. Throws `ApiError` where it is refused, `NetworkError` where no answer comes. */
export async function sendProof(
	id: string,
	{ name, blob }: { name: string; blob: Blob },
	options: SendOptions,
): Promise<Enrollment> {
	const form = new FormData();
	form.set('file', blob, name);
	const response = await sendForm(buildPath(addresses.sendProof, { params: { id } }), form, blob.size, options);
	return parseBody(response) as Enrollment;
}
