import { expect } from 'vitest';
import type { Session } from '../../contract/accounts/accounts.ts';
import type { Ad, createAd } from '../../contract/ads/ads.ts';
import type { EndpointName } from '../../contract/core/addresses.ts';
import { type CallOptions, type Client, createClient, type Transport } from '../../contract/core/client.ts';
import type { CallInput } from '../../contract/core/endpoint.ts';
import { endpoints } from '../../contract/core/endpoints.ts';
import {
	type MediaKind,
	type UploadCapability,
	type UploadResponse,
	uploadResponseSchema,
} from '../../contract/media/media.ts';
import type { AccountTables } from '../accounts/tables.ts';
import { getSuccessResponse } from '../http/route.ts';
import { makeJpeg, makeVideo } from './media-files.ts';
import type { TestServer } from './start-server.ts';

/** Account with a session, and an API client that uses the session. */
export interface TestPerson {
	session: Session;
	token: string;
	client: Client;
	password: string;
}

type AnyCall = (input?: unknown, options?: CallOptions) => Promise<unknown>;

/** Creates the contract's client over HTTP. It also checks the status and schema of every response against the contract. */
export function createApiClient(server: { address: string }, token?: string): Client {
	const calls = Object.entries(endpoints).map(([name, endpoint]) => {
		const { status, schema } = getSuccessResponse(endpoint);
		async function call(input: unknown, options: CallOptions = {}) {
			let actualStatus = 0;
			const transport: Transport = async ({ method, path, headers, body, signal }) => {
				const response = await fetch(server.address + path, {
					method,
					headers,
					...(body !== undefined && { body }),
					...(signal && { signal }),
				});
				actualStatus = response.status;
				return { status: response.status, text: await response.text() };
			};
			const send = createClient(transport)[name as EndpointName] as AnyCall;
			const result = await send(input, { ...(token !== undefined && { token }), ...options });
			expect(actualStatus).toBe(status);
			if (schema) return schema.parse(result);
			expect(result).toBeUndefined();
			return undefined;
		}
		return [name, call];
	});
	return Object.fromEntries(calls) as Client;
}

export const goodPassword = 'blue kettle on sunday';
let peopleCount = 0;

export async function signUp(server: { address: string }, name?: string): Promise<TestPerson> {
	peopleCount += 1;
	const userName = name ?? `seller_${peopleCount}`;
	const session = await createApiClient(server).signUp({
		body: { user_name: userName, email: `${userName}@example.com`, password: goodPassword },
	});
	return { session, token: session.token, client: createApiClient(server, session.token), password: goodPassword };
}

/** Lets the likes, follows and comments of an account count in rankings, as if it had confirmed its email address. */
export async function letRank(server: TestServer, { session }: TestPerson): Promise<void> {
	const confirmed = { email_verified_at: 0, is_ranking: 1 };
	await server.db.tables<AccountTables>().updateTable('accounts').set(confirmed).where('id', '=', session.id).execute();
}

export async function signUpAdministrator(server: TestServer): Promise<TestPerson> {
	const person = await signUp(server);
	const accounts = server.db.tables<{ accounts: { id: number; role: 'user' | 'admin' } }>().updateTable('accounts');
	await accounts.set({ role: 'admin' }).where('id', '=', person.session.id).execute();
	return person;
}

export type FormPart = readonly [name: string, value: string | { file: Uint8Array<ArrayBuffer>; name?: string }];

export function toFormData(parts: readonly FormPart[]): FormData {
	const form = new FormData();
	for (const [name, value] of parts) {
		if (typeof value === 'string') form.append(name, value);
		else form.append(name, new Blob([value.file]), value.name ?? 'file');
	}
	return form;
}

export function requestUploadCapability(
	person: TestPerson,
	kind: MediaKind,
	bytes = 5_000_000,
): Promise<UploadCapability> {
	return person.client.createUpload({ body: { kind, bytes, file_name: `a.${kind === 'image' ? 'jpg' : 'mp4'}` } });
}

/** Sends a file as the multipart form that the specification defines. */
export function sendFile(
	{ upload_url, upload_preset, cloud_name, folder }: UploadCapability,
	file: Uint8Array,
	name: string,
): Promise<Response> {
	const body = toFormData([
		['upload_preset', upload_preset],
		['cloud_name', cloud_name],
		['folder', folder],
		['file', { file: new Uint8Array(file), name }],
	]);
	return fetch(upload_url, { method: 'POST', body });
}

async function upload(person: TestPerson, kind: MediaKind, file: Uint8Array, name: string): Promise<UploadResponse> {
	const response = await sendFile(await requestUploadCapability(person, kind, file.length), file, name);
	expect(response.status, await response.clone().text()).toBe(200);
	return uploadResponseSchema.parse(await response.json());
}

export const uploadPicture = async (person: TestPerson, file?: Uint8Array): Promise<UploadResponse> =>
	upload(person, 'image', file ?? (await makeJpeg()), 'lamp.jpg');

export const uploadVideo = async (person: TestPerson, file?: Uint8Array): Promise<UploadResponse> =>
	upload(person, 'video', file ?? (await makeVideo()), 'lamp.mp4');

export type PictureAdForm = Omit<CallInput<typeof createAd>['body'], 'pictures'>;

export const exampleAdForm: PictureAdForm = {
	title: 'A lamp',
	category: 'Furniture & Home Items',
	description: 'It shines.',
	price_kobo: 1_500_000,
	place: 'Yaba, Lagos',
};

export async function postPictureAd(person: TestPerson, form: Partial<PictureAdForm> = {}): Promise<Ad> {
	const { secure_url } = await uploadPicture(person);
	return person.client.createAd({ body: { ...exampleAdForm, ...form, pictures: [{ secure_url }] } });
}

export async function postVideoAd(person: TestPerson, description = 'A lamp that turns.'): Promise<number> {
	const { secure_url } = await uploadVideo(person);
	const { id, user_name } = person.session;
	const ad = await person.client.createVideoAd({
		body: { titlevideourl: secure_url, user_id: id, user_name, categories: 'Motorcycles', description },
	});
	return ad.id;
}
