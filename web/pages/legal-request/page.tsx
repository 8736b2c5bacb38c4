import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useEffect } from 'react';
import { Form, Link, redirect, useNavigate } from 'react-router';
import { formatPhone } from '../../../contract/core/format-phone.ts';
import { legalRequestPath, legalRequestsPath } from '../../../contract/core/page-paths.ts';
import { legalRequestKinds, sendLegalRequest } from '../../../contract/data-protection/data-protection.ts';
import { dataProtectionLimits } from '../../../contract/data-protection/data-protection-limits.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as legalRequestText from '../../../text/shared/legal-request.ts';
import { useSession } from '../../accounts/session.ts';
import type { LayoutHandle } from '../../app/page-layout.tsx';
import { operatorContactQuery } from '../../courses/learning-queries.ts';
import { ApiForm, useApiForm } from '../../data/api-form.tsx';
import { useIdempotencyKey } from '../../data/idempotency-key.ts';
import { useApi } from '../../platform/api.ts';
import { apiRouterContext } from '../../platform/api-router-context.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import { queryClientRouterContext } from '../../platform/query-client.ts';
import type { SearchParamsHandle } from '../../platform/search-params.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NeedsScript } from '../../ui/needs-script.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { EmailField, TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import type { Route } from './+types/page.ts';

export const handle: LayoutHandle & SearchParamsHandle = { Rail: null, searchParams: ['code'] };

/** Loads the operator's contact data for browsers that run no script. */
export async function loader({ request, context }: Route.LoaderArgs) {
	redirectToRequest(request);
	await context.get(queryClientRouterContext).prefetchQuery(operatorContactQuery(context.get(apiRouterContext)));
	return null;
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
	return redirectToRequest(request);
}

/** Redirects a submitted tracking code to the page of the request. */
function redirectToRequest(request: Request) {
	const code = new URL(request.url).searchParams.get('code')?.trim();
	if (code) throw redirect(legalRequestPath(code));
	return null;
}

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, {
		title: legalRequestText.title,
		description: legalRequestText.summary,
		path: legalRequestsPath,
	});
}

/** Page on which anybody asks about their data or for a takedown, and looks up what became of it. */
export default function LegalRequestsPage() {
	return (
		<div className="mx-auto flex max-w-xl flex-col gap-4 py-4">
			<header className="flex flex-col items-center gap-3 text-center">
				<span aria-hidden className="flex size-16 items-center justify-center rounded-full bg-leaf-soft text-leaf">
					<Scale className="size-8" />
				</span>
				<h1 className="text-28">{legalRequestText.title}</h1>
				<p className="text-quiet">{legalRequestText.summary}</p>
				<p className="text-14">
					<RichText
						text={legalRequestText.ownDataHint}
						tags={{
							own: (words) => (
								<Link to="/dashboard/personal-Info" className="text-leaf underline">
									{words}
								</Link>
							),
						}}
					/>
				</p>
			</header>
			<Card className="p-5">
				<div className="noscript:hidden">
					<RequestForm />
				</div>
				<NeedsScript>
					{legalRequestText.needsScript}
					<OperatorContact />
				</NeedsScript>
			</Card>
			<Card className="p-5">
				<h2 className="mb-3 text-18">{legalRequestText.find}</h2>
				<FindForm />
			</Card>
		</div>
	);
}

function RequestForm() {
	const api = useApi();
	const navigate = useNavigate();
	const session = useSession();
	const { getKey } = useIdempotencyKey();
	const form = useApiForm({
		schema: sendLegalRequest.body,
		defaultValues: { kind: '', name: '', email: '', text: '', url: '' },
		send: ({ url, ...rest }) => {
			const body = rest.kind === 'takedown' ? { ...rest, url } : rest;
			return api.sendLegalRequest({ body }, { idempotencyKey: getKey(body) });
		},
		onDone: ({ code }) => {
			toast(legalRequestText.sent);
			return navigate(legalRequestPath(code));
		},
	});
	const kind = legalRequestKinds.find((one) => one === form.watch('kind'));
	const { getValues, setValue } = form;
	useEffect(() => {
		if (!session) return;
		if (getValues('name') === '') setValue('name', session.display_name);
		if (getValues('email') === '') setValue('email', session.email);
	}, [session, getValues, setValue]);
	const button = (
		<Button {...form.button} size="large">
			{legalRequestText.send}
		</Button>
	);
	return (
		<ApiForm form={form} submit={button} className="gap-4">
			<Select
				label={legalRequestText.kind}
				placeholder={legalRequestText.choose}
				options={legalRequestKinds.map((value) => ({ value, label: legalRequestText.kinds[value] }))}
				hint={kind && legalRequestText.kindHints[kind]}
				{...form.field('kind')}
			/>
			{kind === 'takedown' && (
				<TextField
					label={legalRequestText.url}
					hint={legalRequestText.urlHint}
					inputMode="url"
					autoComplete="off"
					autoCapitalize="none"
					spellCheck={false}
					{...form.field('url')}
				/>
			)}
			<TextArea
				label={legalRequestText.text}
				rows={6}
				limit={dataProtectionLimits.requestText.max}
				length={form.watch('text').trim().length}
				{...form.field('text')}
			/>
			<TextField label={legalRequestText.name} autoComplete="name" {...form.field('name')} />
			<EmailField label={commonText.email} hint={legalRequestText.emailHint} {...form.field('email')} />
		</ApiForm>
	);
}

function OperatorContact() {
	const { data: contact } = useQuery(operatorContactQuery(useApi()));
	const links = [
		contact?.email && { href: `mailto:${contact.email}`, label: contact.email },
		contact?.phone && { href: `tel:+${contact.phone}`, label: formatPhone(contact.phone) },
	];
	return links.map(
		(link) =>
			link && (
				<a key={link.href} href={link.href} className="mt-2 block text-leaf underline">
					{link.label}
				</a>
			),
	);
}

/** Form that opens the page of a request. It works without JavaScript. */
function FindForm() {
	return (
		<Form method="get" action={legalRequestsPath} className="flex flex-col gap-4">
			<TextField
				label={legalRequestText.code}
				name="code"
				required
				maxLength={40}
				autoComplete="off"
				autoCapitalize="characters"
				spellCheck={false}
				className="font-mono"
			/>
			<Button type="submit" variant="quiet">
				{legalRequestText.findAction}
			</Button>
		</Form>
	);
}
