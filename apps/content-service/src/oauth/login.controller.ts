import { All, Controller, Get, MethodNotAllowedException, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Login, type User } from '@content-service/accounts';
import { addressOf } from '../browser/address.js';
import { BrowserSessions } from '../browser/browser-sessions.js';
import { queryOf } from '../browser/query-of.js';
import { formWithAddress } from './form-body.js';
import { type LoginRefusal, loginRefusalOf } from './login-refusal.js';
import { LOGIN_PATH, ownDestination } from './own-destination.js';
import { requireOwnForm } from './own-form.js';
import { loginPage } from './pages/login.page.js';
import { PageErrorFilter } from './pages/page-error.filter.js';
import { PageSender } from './pages/page-sender.js';
import { signedInPage } from './pages/signed-in.page.js';

/** Where people sign in and out. */
@Controller('user')
@UseFilters(PageErrorFilter)
export class LoginController {
  constructor(
    private readonly login: Login,
    private readonly browsers: BrowserSessions,
    private readonly pages: PageSender,
  ) {}

  @Get('login')
  async ask(@Req() request: Request, @Res() response: Response): Promise<void> {
    const destination = ownDestination(queryOf(request).get('destination'));
    const signedIn = await this.browsers.signedIn(request);
    if (signedIn === undefined) this.showForm(request, response, { destination, name: '' });
    else if (destination === LOGIN_PATH) this.showUser(request, response, signedIn.user);
    else this.pages.leadTo(response, destination, 302);
  }

  @Post('login')
  async signIn(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = await formWithAddress(request, response);
    const destination = ownDestination(form.get('destination'));
    const [name, password] = [form.get('name') ?? '', form.get('password') ?? ''];
    try {
      requireOwnForm(request, form, this.browsers);
      const user = await this.login.authenticate(name, password, addressOf(request));
      await this.browsers.begin(request, response, user);
      this.pages.leadTo(response, destination, 303);
    } catch (error) {
      const refusal = loginRefusalOf(error);
      if (refusal === undefined) throw error;
      this.showForm(request, response, { destination, name, refusal });
    }
  }

  @Post('logout')
  async signOut(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = await formWithAddress(request, response);
    requireOwnForm(request, form, this.browsers);
    const destination = ownDestination(form.get('destination'));
    await this.browsers.end(request, response);
    this.pages.leadTo(response, destination, 303);
  }

  // Routes match in the order written: these see only what none above took.
  @All('login')
  noOtherMethod(@Res() response: Response): never {
    response.setHeader('Allow', 'GET, HEAD, POST');
    throw new MethodNotAllowedException();
  }

  @All('logout')
  onlyPost(@Res() response: Response): never {
    response.setHeader('Allow', 'POST');
    throw new MethodNotAllowedException();
  }

  private showForm(request: Request, response: Response, { refusal, ...shown }: Asked): void {
    if (refusal?.retryAfterSeconds !== undefined)
      response.setHeader('Retry-After', refusal.retryAfterSeconds);
    const token = this.browsers.formToken(request, response);
    const { basePath } = this.pages.frame;
    const page = loginPage({ ...shown, basePath, token, fault: refusal?.sentence });
    this.pages.send(response, refusal?.status ?? 200, page);
  }

  private showUser(request: Request, response: Response, { name }: User): void {
    const token = this.browsers.formToken(request, response);
    this.pages.send(response, 200, signedInPage({ basePath: this.pages.frame.basePath, token, name }));
  }
}

interface Asked {
  readonly destination: string;
  /** As it was typed in before. */
  readonly name: string;
  readonly refusal?: LoginRefusal;
}
