import createClient from 'openapi-fetch';
import type { paths } from './generated/schema.js';
import { type ClientInput, type ClientResult, newAd, password } from './scenario.js';

export async function runScenario({ baseUrl, userName, picture }: ClientInput): Promise<ClientResult> {
	const client = createClient<paths>({ baseUrl });
	const signUp = await client.POST('/api/signup', {
		body: { user_name: userName, email: `${userName}@example.com`, password },
	});
	if (!signUp.data) throw new Error(signUp.error.message);
	const { token, user_name } = signUp.data;
	client.use({
		onRequest({ request }) {
			request.headers.set('authorization', `Bearer ${token}`);
		},
	});

	const upload = await client.POST('/api/uploads', {
		body: { kind: 'image', bytes: picture.size, file_name: 'laptop.jpg' },
	});
	if (!upload.data) throw new Error(upload.error.message);
	const { cloud_name, folder, upload_preset } = upload.data;
	const uploaded = await client.POST('/v1_1/{cloud_name}/{resource_type}/upload', {
		params: { path: { cloud_name, resource_type: 'image' } },
		body: { file: 'laptop.jpg', upload_preset, cloud_name, folder },
		bodySerializer({ file, ...fields }) {
			const form = new FormData();
			for (const [name, value] of Object.entries(fields)) form.set(name, value);
			form.set('file', picture, file);
			return form;
		},
	});
	if (!uploaded.data) throw new Error(uploaded.error.message);
	if (!('secure_url' in uploaded.data)) throw new Error('More chunks of the file are missing');

	const body = { ...newAd, delivery: [...newAd.delivery], pictures: [{ secure_url: uploaded.data.secure_url }] };
	const ad = await client.POST('/api/ads', { params: { header: { 'Idempotency-Key': userName } }, body });
	if (!ad.data) throw new Error(ad.error.message);
	const ads = await client.GET('/api/feed', { params: { query: { q: 'laptop', state: 'Lagos', limit: 5 } } });
	const own = await client.GET('/api/ads/{id}', { params: { path: { id: ad.data.id } } });
	const { error, response } = await client.POST('/api/ads', { body: { ...body, title: '' } });
	const withoutSession = await createClient<paths>({ baseUrl }).GET('/api/me');
	return {
		userName: user_name,
		ad: { id: ad.data.id, title: own.data?.title ?? '' },
		listed: ads.data?.items.map(({ title }) => title) ?? [],
		error: { status: response.status, code: error?.code ?? '', field: error?.fields?.title },
		withoutSession: withoutSession.error?.code === 'unauthenticated' ? withoutSession.response.status : 0,
	};
}
