import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { apiDocsPath } from '../../contract/core/api-docs-path.ts';
import { formatPhone } from '../../contract/core/format-phone.ts';
import { legalRequestsPath } from '../../contract/core/page-paths.ts';
import type { LegalDocumentName } from '../../contract/market-settings/market-settings.ts';
import * as commonText from '../../text/shared/common.ts';
import * as layoutText from '../../text/shared/layout.ts';
import * as legalRequestText from '../../text/shared/legal-request.ts';
import * as termsText from '../../text/web/terms.ts';
import { operatorContactQuery } from '../courses/learning-queries.ts';
import { QueryBoundary } from '../data/query-boundary.tsx';
import { useApi } from '../platform/api.ts';
import { formatDate } from '../platform/dates.ts';
import type { LoaderContext } from '../platform/loader.ts';
import { lazyComponent } from '../ui/lazy-component.ts';
import { RichText } from '../ui/rich-text.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { legalDocumentQuery } from './queries.ts';

// Only an operator's own text needs the Markdown parser.
const LessonText = lazyComponent(async () => (await import('../courses/markdown.tsx')).LessonText);

const linkStyle = 'inline-block py-1 text-leaf underline';

/** Loads the operator's own text and contact data for the server. */
export async function prefetchLegalDocument(
	{ api, queryClient }: LoaderContext<unknown>,
	document: LegalDocumentName,
): Promise<void> {
	await Promise.all([
		queryClient.fetchQuery(legalDocumentQuery(api, document)),
		queryClient.prefetchQuery(operatorContactQuery(api)),
	]);
}

interface LegalPageProps {
	document: LegalDocumentName;
	title: string;
	summary: string;
	/** Day of the last change, such as '21 Nov 2026'. */
	changed: string;
	/** Built-in text. */
	sections: readonly termsText.RulesSection[];
}

/** Page with the operator's own text, or else with the built-in one. */
export function LegalPage({ document, title, summary, changed, sections }: LegalPageProps) {
	const query = useQuery(legalDocumentQuery(useApi(), document));
	return (
		<article className="mx-auto max-w-2xl pb-8">
			<h1 className="text-28">{title}</h1>
			<QueryBoundary
				query={query}
				loading={termsText.loading}
				skeleton={<SkeletonRows rows={5} className="mt-5 h-32 rounded-card" />}
				failure={termsText.loadFailed}
			>
				{({ text, changed_at }) => (
					<>
						<p className="mt-1 text-14 text-quiet">
							{termsText.lastChanged(changed_at === null ? changed : formatDate(changed_at))}
						</p>
						{text === null ? (
							<>
								<p className="mt-5 rounded-card bg-leaf-soft p-4">{summary}</p>
								{sections.map((section) => (
									<Section key={section.id} {...section} />
								))}
							</>
						) : (
							<Suspense fallback={<SkeletonRows rows={5} className="mt-5 h-32 rounded-card" />}>
								<div className="mt-5">
									<LessonText text={text} />
								</div>
							</Suspense>
						)}
					</>
				)}
			</QueryBoundary>
			<Contact />
			<p className="mt-10 text-14 text-quiet">
				<DocumentLink to="/termsAndCondition">{termsText.title}</DocumentLink> ·{' '}
				<DocumentLink to="/privacy">{commonText.privacy}</DocumentLink> ·{' '}
				<DocumentLink to={legalRequestsPath}>{legalRequestText.title}</DocumentLink> ·{' '}
				<a href={apiDocsPath} className={linkStyle}>
					{layoutText.api}
				</a>{' '}
				· <DocumentLink to="/">{layoutText.backToMarket}</DocumentLink>
			</p>
		</article>
	);
}

/** The operator's contact data, as far as it is set. */
function Contact() {
	const { data: contact } = useQuery(operatorContactQuery(useApi()));
	if (!contact) return null;
	const { email, phone, whatsapp, address } = contact;
	if (!email && !phone && !whatsapp && !address) return null;
	return (
		<section aria-labelledby="contact" className="mt-8">
			<h2 id="contact" className="mb-2 text-18">
				{termsText.contactTitle}
			</h2>
			<dl className="flex flex-col gap-1">
				{email && (
					<ContactLine label={commonText.email}>
						<ContactLink href={`mailto:${email}`}>{email}</ContactLink>
					</ContactLine>
				)}
				{phone && (
					<ContactLine label={commonText.phone}>
						<ContactLink href={`tel:+${phone}`}>{formatPhone(phone)}</ContactLink>
					</ContactLine>
				)}
				{whatsapp && (
					<ContactLine label={commonText.whatsapp}>
						<ContactLink href={`https://wa.me/${whatsapp}`}>{formatPhone(whatsapp)}</ContactLink>
					</ContactLine>
				)}
				{address && (
					<ContactLine label={termsText.postalAddress}>
						<span dir="auto" className="whitespace-pre-line">
							{address}
						</span>
					</ContactLine>
				)}
			</dl>
		</section>
	);
}

function ContactLine({ label, children }: { label: string; children: ReactNode }) {
	return (
		<div className="flex flex-wrap gap-x-2">
			<dt className="py-1 text-quiet">{label}</dt>
			<dd className="min-w-0 py-1 wrap-anywhere">{children}</dd>
		</div>
	);
}

function ContactLink({ href, children }: { href: string; children: ReactNode }) {
	return (
		<a href={href} rel="noopener" className="text-leaf underline">
			{children}
		</a>
	);
}

function Section({ title, id, blocks }: termsText.RulesSection) {
	return (
		<section id={id} className="mt-8 scroll-mt-20">
			<h2 className="mb-2 text-18">{title}</h2>
			<div className="flex flex-col gap-3">
				{blocks.map((block) =>
					typeof block === 'string' ? (
						<p key={block}>
							<RichText text={block} tags={tags} />
						</p>
					) : (
						<ul key={block[0]} className="flex list-disc flex-col gap-2 pl-5 marker:text-quiet">
							{block.map((point) => (
								<li key={point}>
									<RichText text={point} tags={tags} />
								</li>
							))}
						</ul>
					),
				)}
			</div>
		</section>
	);
}

const tags = {
	strong: (words: string) => <strong>{words}</strong>,
	terms: (words: string) => <DocumentLink to="/termsAndCondition">{words}</DocumentLink>,
	request: (words: string) => <DocumentLink to={legalRequestsPath}>{words}</DocumentLink>,
	privacy: (words: string) => <DocumentLink to="/privacy">{words}</DocumentLink>,
};

function DocumentLink({ to, children }: { to: string; children: ReactNode }) {
	return (
		<Link to={to} className={linkStyle}>
			{children}
		</Link>
	);
}
