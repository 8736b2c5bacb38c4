import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { apiDocsPath } from '../../../contract/api-docs-path.ts';
import * as commonText from '../../../contract/text/common.ts';
import * as layoutText from '../../../contract/text/layout.ts';
import * as termsText from '../../../contract/text/terms.ts';
import { RichText } from '../../ui/rich-text.tsx';

const linkStyle = 'inline-block py-1 text-leaf underline';

interface DocumentProps {
	title: string;
	summary: string;
	/** Day of the last change, such as '21 Nov 2026'. */
	changed: string;
	sections: readonly termsText.RulesSection[];
}

export function LegalDocument({ title, summary, changed, sections }: DocumentProps) {
	return (
		<article className="mx-auto max-w-2xl pb-8">
			<h1 className="text-28">{title}</h1>
			<p className="mt-1 text-14 text-quiet">{termsText.lastChanged(changed)}</p>
			<p className="mt-5 rounded-card bg-leaf-soft p-4">{summary}</p>
			{sections.map((section) => (
				<Section key={section.id} {...section} />
			))}
			<p className="mt-10 text-14 text-quiet">
				<DocumentLink to="/termsAndCondition">{termsText.title}</DocumentLink> ·{' '}
				<DocumentLink to="/privacy">{commonText.privacy}</DocumentLink> ·{' '}
				<a href={apiDocsPath} className={linkStyle}>
					{layoutText.api}
				</a>{' '}
				· <DocumentLink to="/">{layoutText.backToMarket}</DocumentLink>
			</p>
		</article>
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
	privacy: (words: string) => <DocumentLink to="/privacy">{words}</DocumentLink>,
};

function DocumentLink({ to, children }: { to: string; children: ReactNode }) {
	return (
		<Link to={to} className={linkStyle}>
			{children}
		</Link>
	);
}
