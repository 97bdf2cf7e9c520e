declare namespace App {
  interface Locals {
    content: ReturnType<typeof import('./lib/content.js').createContent>;
  }
}
