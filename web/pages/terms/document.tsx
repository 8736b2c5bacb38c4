import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface DocumentProps {
	title: string;
	/** The whole in a few sentences. */
	summary: string;
	/** Day of the last change, such as '21 November 2026'. */
	changed: string;
	children: ReactNode;
}

/** A page of rules: one column that reads well, sections that can be linked to. */
export function RulesDocument({ title, summary, changed, children }: DocumentProps) {
	return (
		<article className="mx-auto max-w-2xl pb-8">
			<h1 className="text-28">{title}</h1>
			<p className="mt-1 text-14 text-quiet">Last changed on {changed}</p>
			<p className="mt-5 rounded-card bg-leaf-soft p-4">{summary}</p>
			{children}
			<p className="mt-10 text-14 text-quiet">
				<DocumentLink to="/termsAndCondition">Terms and conditions</DocumentLink> ·{' '}
				<DocumentLink to="/privacy">Privacy</DocumentLink> · <DocumentLink to="/">Back to the market</DocumentLink>
			</p>
		</article>
	);
}

export function Section({ title, id, children }: { title: string; id: string; children: ReactNode }) {
	return (
		<section id={id} className="mt-8 scroll-mt-20">
			<h2 className="mb-2 text-18">{title}</h2>
			<div className="flex flex-col gap-3">{children}</div>
		</section>
	);
}

export function Points({ children }: { children: ReactNode }) {
	return <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-quiet">{children}</ul>;
}

export function DocumentLink({ to, children }: { to: string; children: ReactNode }) {
	return (
		<Link to={to} className="inline-block py-1 text-leaf underline">
			{children}
		</Link>
	);
}
