import { useQuery } from '@tanstack/react-query';
import * as commonText from '../../../contract/text/common.ts';
import * as enrollmentText from '../../../contract/text/enrollment.ts';
import { contactQuery } from '../../courses/learning-queries.ts';
import { askAddress } from '../../courses/whatsapp.ts';
import { useApi } from '../../platform/api.ts';
import { WhatsAppMark } from '../../sharing/marks.tsx';

/** The way to a person; nothing where nobody can be reached. */
export function Help({ courseTitle }: { courseTitle: string }) {
	const { data: contact } = useQuery(contactQuery(useApi()));
	if (!contact?.whatsapp) return null;
	const question = enrollmentText.helpQuestion(courseTitle);
	return (
		<p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-1 text-14 text-quiet">
			{enrollmentText.help}
			<a
				href={askAddress(contact.whatsapp, question)}
				target="_blank"
				rel="noopener noreferrer"
				className="inline-flex min-h-11 items-center gap-2 rounded-control px-2 font-semibold text-leaf hover:bg-leaf-soft"
			>
				<WhatsAppMark className="size-5" />
				{enrollmentText.askOnWhatsapp}
				<span className="sr-only">{commonText.opensInNewTab}</span>
			</a>
		</p>
	);
}
