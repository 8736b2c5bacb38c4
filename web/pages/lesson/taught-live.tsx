import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import type { Course } from '../../../contract/course-catalogue.ts';
import { contactQuery } from '../../courses/learning-queries.ts';
import { askAddress } from '../../courses/whatsapp.ts';
import { useApi } from '../../platform/api.ts';
import { WhatsAppMark } from '../../sharing/marks.tsx';
import { Card } from '../../ui/card.tsx';

/** A module that holds nothing to read or watch: it is taught live, and asking when is one tap away. */
export function TaughtLive({ course, module, title }: { course: Course; module: number; title: string }) {
	const { data: contact } = useQuery(contactQuery(useApi()));
	const question = `Hello, I am learning ${course.title}. When is module ${module}, "${title}", taught live?`;
	return (
		<Card className="flex flex-col items-start gap-4 p-5">
			<span aria-hidden className="flex size-14 items-center justify-center rounded-full bg-leaf-soft text-leaf">
				<MessageCircle className="size-7" />
			</span>
			<div>
				<h2 className="text-18">This module is taught live</h2>
				<p className="mt-1 max-w-prose text-quiet">
					Your teacher goes through it with you. Ask for the next date, then tick it here once you have been there.
				</p>
			</div>
			<a
				href={askAddress(contact?.whatsapp, question)}
				target="_blank"
				rel="noopener"
				className="inline-flex min-h-13 items-center justify-center gap-2.5 rounded-control bg-leaf px-6 font-semibold text-on-leaf transition-colors hover:bg-leaf-strong"
			>
				<WhatsAppMark className="size-6" />
				Ask on WhatsApp
				<span className="sr-only">, opens in a new tab</span>
			</a>
		</Card>
	);
}
