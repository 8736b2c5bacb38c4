import { data } from 'react-router';
import { brand } from '../../../contract/market-settings/brand.ts';
import * as errorsText from '../../../text/web/errors.ts';
import { NotFound } from '../../app/error-page.tsx';

export function loader() {
	return data(null, { status: 404 });
}

export function clientLoader() {
	return null;
}

export function meta() {
	return [{ title: `${errorsText.notFoundPageTitle} · ${brand.name}` }, { name: 'robots', content: 'noindex' }];
}

export default function NotFoundPage() {
	return <NotFound />;
}
