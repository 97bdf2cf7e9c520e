export default function FrontPage() {
  return <h1>Welcome</h1>;
}
