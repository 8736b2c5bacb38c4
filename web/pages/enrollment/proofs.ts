import { endpointAddresses } from '../../../contract/core/addresses.ts';
import { buildPath, parseBody } from '../../../contract/core/client.ts';
import type { Enrollment } from '../../../contract/enrollments/enrollments.ts';
import type { PictureUpload } from '../../media/picture-file.ts';
import { type SendOptions, sendForm } from '../../media/send-form.ts';

/** Picture chosen as payment proof, until it is sent. */
export interface Proof {
	key: string;
	name: string;
	/** Picture file to send; null while it is being shrunk. */
	blob: Blob | null;
	/** Share of the picture sent so far, 0 to 1; null while not sending. */
	share: number | null;
	/** Whether the media host takes the picture. */
	isAccepted: boolean;
	/** Reason why the picture is not accepted or could not be sent; null without a problem. */
	problem: string | null;
}

/** Maximum number of pictures per batch. More batches can follow. */
export const maxProofs = 5;

export type ProofsAction =
	| { type: 'chosen'; proofs: readonly Pick<Proof, 'key' | 'name'>[] }
	| ({ type: 'made smaller'; key: string } & PictureUpload)
	| { type: 'removed' | 'sent'; key: string }
	| { type: 'sending'; key: string; share: number }
	| { type: 'failed'; key: string; problem: string };

export function proofsReducer(proofs: readonly Proof[], action: ProofsAction): readonly Proof[] {
	switch (action.type) {
		case 'chosen':
			return [
				...proofs,
				...action.proofs.map(
					(proof): Proof => ({ ...proof, blob: null, share: null, isAccepted: false, problem: null }),
				),
			].slice(0, maxProofs);
		case 'made smaller':
			return updateProof(proofs, action.key, {
				blob: action.blob,
				isAccepted: action.problem === null,
				problem: action.problem,
			});
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

/** Returns the proofs that can be sent; empty while any is being shrunk. */
export function getSendableProofs(proofs: readonly Proof[]): { key: string; name: string; blob: Blob }[] {
	if (proofs.some(({ blob }) => blob === null)) return [];
	return proofs.flatMap(({ key, name, blob, isAccepted }) => (blob && isAccepted ? [{ key, name, blob }] : []));
}

/** Sends a picture as payment proof. Throws `ApiError` if the server rejects it, `NetworkError` without a response. */
export async function sendProof(
	id: string,
	{ name, blob }: { name: string; blob: Blob },
	options: SendOptions,
): Promise<Enrollment> {
	const form = new FormData();
	form.set('file', blob, name);
	const response = await sendForm(buildPath(endpointAddresses.sendProof, { params: { id } }), form, blob.size, options);
	return parseBody(response) as Enrollment;
}
