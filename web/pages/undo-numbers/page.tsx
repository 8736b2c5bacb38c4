import { Phone, PhoneCall } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import * as undoNumbersText from '../../../contract/text/undo-numbers.ts';
import type { PageviewHandle } from '../../insights/use-pageview.ts';
import { useApi } from '../../platform/api.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import type { SearchParamsHandle } from '../../platform/search-params.ts';
import { secretPageMeta } from '../../platform/secret-page.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import type { LayoutHandle } from '../page-layout.tsx';
import type { Route } from './+types/page.ts';

export const handle: LayoutHandle & PageviewHandle & SearchParamsHandle = {
	Rail: null,
	secret: true,
	searchParams: ['token'],
};

export { secretPageHeaders as headers } from '../../platform/secret-page.ts';

export function meta({ matches }: Route.MetaArgs) {
	return secretPageMeta(matches, undoNumbersText.title);
}

/** Restores former numbers after a tap, so that programs that follow links in mails restore nothing. */
export default function UndoNumbersPage() {
	const api = useApi();
	const [search] = useSearchParams();
	const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking');
	const [problem, setProblem] = useState<string | null>(null);

	async function restore() {
		setState('busy');
		setProblem(null);
		try {
			await api.undoNumberChange({ body: { token: search.get('token') ?? '' } });
			setState('done');
		} catch (error) {
			setProblem(getErrorMessage(error));
			setState('asking');
		}
	}

	if (state === 'done') {
		return (
			<EmptyState
				as="h1"
				icon={<PhoneCall className="size-8" />}
				title={undoNumbersText.restoredTitle}
				action={<ButtonLink to="/forgot-password">{undoNumbersText.choosePassword}</ButtonLink>}
			>
				{undoNumbersText.restoredHint}
			</EmptyState>
		);
	}
	return (
		<EmptyState
			as="h1"
			icon={<Phone className="size-8" />}
			title={undoNumbersText.title}
			action={
				<Button loading={state === 'busy'} onClick={restore}>
					{undoNumbersText.restore}
				</Button>
			}
		>
			<p className="mb-3">{undoNumbersText.lead}</p>
			<FormError>{problem}</FormError>
		</EmptyState>
	);
}
