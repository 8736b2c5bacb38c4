import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import type { Course } from '../../../contract/courses/course-catalogue.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as lessonText from '../../../text/web/lesson.ts';
import { operatorContactQuery } from '../../courses/learning-queries.ts';
import { buildWhatsAppQuestionUrl } from '../../courses/whatsapp.ts';
import { useApi } from '../../platform/api.ts';
import { WhatsAppLogo } from '../../sharing/social-logos.tsx';
import { Card } from '../../ui/card.tsx';

/** Shows that a module without content is taught live. Learners ask for its time on WhatsApp. */
export function LiveModule({ course, module, title }: { course: Course; module: number; title: string }) {
	const { data: contact } = useQuery(operatorContactQuery(useApi()));
	const question = lessonText.liveQuestion(course.title, module, title);
	return (
		<Card className="flex flex-col items-start gap-4 p-5">
			<span aria-hidden className="flex size-14 items-center justify-center rounded-full bg-leaf-soft text-leaf">
				<MessageCircle className="size-7" />
			</span>
			<div>
				<h2 className="text-18">{lessonText.liveTitle}</h2>
				<p className="mt-1 max-w-prose text-quiet">{lessonText.liveHint}</p>
			</div>
			<a
				href={buildWhatsAppQuestionUrl(contact?.whatsapp, question)}
				target="_blank"
				rel="noopener"
				className="inline-flex min-h-13 items-center justify-center gap-2.5 rounded-control bg-leaf px-6 font-semibold text-on-leaf transition-colors hover:bg-leaf-strong"
			>
				<WhatsAppLogo className="size-6" />
				{lessonText.askOnWhatsapp}
				<span className="sr-only">{commonText.opensInNewTab}</span>
			</a>
		</Card>
	);
}
