"use client";

import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";

/** Makes the file in the browser, from exactly what is on the screen. */
export function CsvButton({ name, text }: { name: string; text: () => string }) {
  function download() {
    const address = URL.createObjectURL(new Blob([text()], { type: "text/csv;charset=utf-8" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = `${name}.csv`;
    link.click();
    URL.revokeObjectURL(address);
  }
  return (
    <Button size="sm" variant="ghost" icon={<Download aria-hidden />} onClick={download}>
      CSV
    </Button>
  );
}
