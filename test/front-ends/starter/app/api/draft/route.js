import { enableDraftMode } from 'next-drupal/draft';
import { drupal } from '../../../lib/drupal.js';

export const GET = (request) => enableDraftMode(request, drupal);
